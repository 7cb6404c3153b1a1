#!/usr/bin/env node
'use strict'
try {
  require('./load.cjs')('decide.cjs').main('before-tool')
} catch (error) {
  require('./deny.cjs')('before-tool', error)
}
