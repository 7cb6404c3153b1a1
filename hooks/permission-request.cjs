#!/usr/bin/env node
'use strict'
try {
  require('../dist/decide.cjs').main('permission-request')
} catch (error) {
  require('./deny.cjs')('permission-request', error)
}
