#!/usr/bin/env node
'use strict'
try {
  require('./load.cjs')('decide.cjs').main('session')
} catch (error) {
  require('./deny.cjs')('session', error)
}
