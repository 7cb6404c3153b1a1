#!/usr/bin/env node
'use strict'
try {
  require('../dist/decide.cjs').main('session')
} catch (error) {
  require('./deny.cjs')('session', error)
}
