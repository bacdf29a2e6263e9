import type { Reporter, TestCase, TestModule } from 'vitest/node';

// Tests of pure data and virtual time have no excuse for a second try.
const PURE = /^test\/(verdict|model|report|routing|simulator|statistics|topology|workload)\//;

/**
 * Lists the tests that did not run, whose names say why, and those that passed only when they were tried again,
 * with what went wrong at first. Nothing is left out silently.
 */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    print(
      'Skipped, and why:',
      tests.filter((test) => test.result().state === 'skipped'),
    );
    const flaky = tests.filter((test) => test.diagnostic()?.flaky);
    print('Passed only at the second try, each of them a bug to mend:', flaky);
    if (flaky.some(({ module }) => PURE.test(module.relativeModuleId))) process.exitCode = 1;
  }
}

function print(heading: string, tests: readonly TestCase[]): void {
  if (tests.length === 0) return;
  const lines = tests.flatMap((test) => [
    `  ${test.module.relativeModuleId} > ${test.fullName}`,
    ...(test.result().errors ?? []).map(({ message }) => `    ${message.split('\n')[0]}`),
  ]);
  process.stdout.write(`\n${heading}\n${lines.join('\n')}\n`);
}
