#!/usr/bin/env node
'use strict'
try {
  require('../dist/decide.cjs').main('prompt')
} catch (error) {
  require('./deny.cjs')('prompt', error)
}
