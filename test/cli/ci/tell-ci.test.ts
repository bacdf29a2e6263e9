import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../run-program.ts';
import { newFolder } from '../../new-folder.ts';

const folder = newFolder();
const file = join(folder, 'scenario.yaml');
writeFileSync(
  file,
  `question: Does the shop get paid?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 100}
steps:
  - pay: {from: n1, to: n3, amount: 40}
  - pay: {from: n1, to: n3, amount: 4000}
    outcome: succeeded
expect:
  - payments == 2
  - success_rate >= 0.9
`,
);

const GITHUB = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: folder };
const simulated = (env: Readonly<Record<string, string>>) =>
  runProgram(['simulate', file, '--out', join(folder, 'reports'), '--no-progress'], { env });

describe('a command that a CI system runs', () => {
  it('annotates the lines of the scenario that ask for what failed', async () => {
    const { note, code } = await simulated(GITHUB);
    expect(code).toBe(1);
    expect(note.split('\n').filter((line) => line.startsWith('::'))).toEqual([
      '::error file=scenario.yaml,line=10,col=5,title=expectations%3A success_rate >= 0.9::success_rate is 0.5',
      expect.stringMatching(
        /^::error file=scenario\.yaml,line=6,col=5,title=steps%3A #1 .*::it ended otherwise/,
      ),
    ]);
  });

  it('appends its summary to that of the step, and keeps it beside the report', async () => {
    const step = join(folder, 'step.md');
    writeFileSync(step, 'before\n');
    await simulated({ GITHUB_STEP_SUMMARY: step });
    const summary = readFileSync(join(folder, 'reports', 'scenario', 'seed-1', 'summary.md'), 'utf8');
    expect(summary).toContain('### ✗ Does the shop get paid?');
    expect(readFileSync(step, 'utf8')).toBe(`before\n${summary}`);
  });

  it('says so where that summary cannot be written, and gives its verdict all the same', async () => {
    const { note, code } = await simulated({ GITHUB_STEP_SUMMARY: join(folder, 'no', 'such', 'step.md') });
    expect(code).toBe(1);
    expect(note).toContain('No summary of this step: ');
  });

  it('prints no annotation elsewhere', async () => {
    expect((await simulated({})).note).not.toContain('::');
  });
});
