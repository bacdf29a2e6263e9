import { defineConfig } from 'vitest/config';
import { pageParts } from './tools/page-parts.mjs';

// Tests that take minutes: more cases of the same properties, whole networks, soak runs.
export default defineConfig({
  plugins: [pageParts()],
  test: {
    include: ['test/**/*.long.test.ts'],
    passWithNoTests: true,
    setupFiles: ['./test/same-cases.ts', './test/own-temporary-folder.ts'],
    reporters: ['default', './test/skipped-reporter.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
