import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real git processes and hook starts; a slow shared machine needs more than the default five seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests wait for processes far more than they compute.
    maxWorkers: 3,
    globalSetup: ['test/helpers/hermetic.ts'],
    env: {
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      NO_COLOR: '1',
    },
  },
})
