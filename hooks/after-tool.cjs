#!/usr/bin/env node
'use strict'
try {
  require('../dist/decide.cjs').main('after-tool')
} catch (error) {
  require('./deny.cjs')('after-tool', error)
}
