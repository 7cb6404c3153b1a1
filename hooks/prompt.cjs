#!/usr/bin/env node
'use strict'
try {
  require('./load.cjs')('decide.cjs').main('prompt')
} catch (error) {
  require('./deny.cjs')('prompt', error)
}
