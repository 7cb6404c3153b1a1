#!/usr/bin/env node
'use strict'
try {
  require('./load.cjs')('decide.cjs').main('permission-request')
} catch (error) {
  require('./deny.cjs')('permission-request', error)
}
