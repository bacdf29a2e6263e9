// Prints the closing line over vitest JSON reports: `N passed, N failed, N skipped`, and how many of those that
// passed did so only at the second try.
import { readFileSync } from 'node:fs';

const counts = { passed: 0, failed: 0, skipped: 0 };
let secondTries = 0;
for (const file of process.argv.slice(2)) {
  const { testResults, ...totals } = JSON.parse(readFileSync(file, 'utf8'));
  // A file that cannot even be loaded has no tests to fail: it counts as one.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  );
  // The messages of the first try are kept.
  secondTries += testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0).length;
  counts.passed += totals.numPassedTests;
  counts.failed += totals.numFailedTests + unloaded.length;
  counts.skipped += totals.numPendingTests + totals.numTodoTests;
}
const flaky = secondTries === 0 ? '' : ` (${secondTries} of the passed only at the second try)`;
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${flaky}\n`);
