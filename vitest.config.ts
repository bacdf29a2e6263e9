import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.long.test.ts'],
    benchmark: { include: ['bench/**/*.bench.ts'] },
    reporters: ['default', './test/skipped-reporter.ts'],
    setupFiles: ['./test/same-cases.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
