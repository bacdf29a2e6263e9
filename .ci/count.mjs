// Prints the closing line over vitest JSON reports: `N passed, N failed, N skipped`.
import { readFileSync } from 'node:fs';

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  const { testResults, ...totals } = JSON.parse(readFileSync(file, 'utf8'));
  // A file that cannot even be loaded has no tests to fail: it counts as one.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  );
  counts.passed += totals.numPassedTests;
  counts.failed += totals.numFailedTests + unloaded.length;
  counts.skipped += totals.numPendingTests + totals.numTodoTests;
}
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
