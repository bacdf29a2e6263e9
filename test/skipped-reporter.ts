import type { Reporter, TestModule } from 'vitest/node';

/** Lists the tests that did not run; their names say why. Nothing is left out silently. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (skipped.length === 0) return;
    const lines = skipped.map((test) => `  ${test.module.relativeModuleId} > ${test.fullName}`);
    process.stdout.write(`\nSkipped, and why:\n${lines.join('\n')}\n`);
  }
}
