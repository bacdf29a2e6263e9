import { defineConfig } from 'vitest/config';
import { pageParts } from '../../tools/page-parts.mjs';

// Runs tests, short and long ones, with every run that they make recorded.
export default defineConfig({
  plugins: [pageParts()],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/corpus/**'],
    setupFiles: ['./test/same-cases.ts', './test/own-temporary-folder.ts', './test/corpus/record.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
