import { defineConfig } from 'vitest/config';
import { pageParts } from './tools/page-parts.mjs';

const LONG = 'test/**/*.long.test.ts';
// What other files ran in the same process changes how much the compiled code allocates.
const ALONE = 'test/routing/search-allocations.test.ts';

export default defineConfig({
  plugins: [pageParts()],
  test: {
    reporters: ['default', './test/skipped-reporter.ts'],
    setupFiles: ['./test/same-cases.ts', './test/own-temporary-folder.ts'],
    // Of what hangs: tests side by side wait for each other on a machine that others use.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Half of these tests wait for sockets and processes, so that four files at a time fill a machine of two cores.
    maxWorkers: 4,
    // Files share a process: starting one for each, and reading the same modules again, is a third of the suite.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: [ALONE],
          isolate: true,
          // The compiler is never late, however busy the machine is.
          execArgv: ['--no-concurrent-recompilation'],
          benchmark: { include: [] },
        },
      },
      {
        extends: true,
        test: {
          name: 'all',
          include: ['test/**/*.test.ts'],
          exclude: [LONG, ALONE],
          // Real sockets and processes on machines shared with others. What passes only at the second try is printed,
          // and is a bug to mend; the reporter fails the run where a test of pure data does.
          retry: 1,
          benchmark: { include: ['bench/**/*.bench.ts'] },
        },
      },
    ],
  },
});
