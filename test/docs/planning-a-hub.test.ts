import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planCommand } from '../../src/cli/plan.ts';
import { memoryTerminal } from '../cli/memory-terminal.ts';
import { figuresIn, proseOf, shownCommands } from './walk-through.ts';

const ROOT = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/planning-a-hub.md', ROOT), 'utf8');
const commands = shownCommands(page);

// That the commands print what stands there is asked by planning-a-hub.long.test.ts.
describe('the page on planning a hub', () => {
  it('shows commands that there are', () => {
    expect(commands.length).toBeGreaterThan(3);
    for (const { words } of commands) {
      const [name, ...rest] = words;
      const command = planCommand.create({ terminal: memoryTerminal(), env: {}, conclude() {} });
      const { operands, unknown } = command.exitOverride().parseOptions([...rest]);
      expect([name, operands, unknown]).toEqual(['plan', ['scenarios/plan-partners.yaml'], []]);
    }
  });

  it('tells no figure that is not printed by a command shown there, or stands in its scenario', () => {
    const scenario = readFileSync(new URL('scenarios/plan-partners.yaml', ROOT), 'utf8').replaceAll('_', ',');
    const sources = [scenario, ...commands.flatMap(({ words, output }) => [words.join(' '), output])];
    const known = new Set(sources.flatMap(figuresIn));
    expect(figuresIn(proseOf(page)).filter((figure) => !known.has(figure))).toEqual([]);
  });
});
