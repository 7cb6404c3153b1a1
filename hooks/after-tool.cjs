#!/usr/bin/env node
'use strict'
try {
  require('./load.cjs')('decide.cjs').main('after-tool')
} catch (error) {
  require('./deny.cjs')('after-tool', error)
}
