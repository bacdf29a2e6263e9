import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/command.ts';
import { RUBBISH } from '../fixtures/rubbish.ts';
import { type RubbishCommands, startRubbishCommands } from './rubbish-commands.ts';

let nodes: RubbishCommands;
beforeAll(async () => {
  nodes = await startRubbishCommands();
});
afterAll(() => nodes.close());

const DRIVING = ['replay', 'replay with a set-up', 'load', 'shard', 'search'] as const;

describe('nodes that answer nothing but rubbish', () => {
  it.each(RUBBISH)(
    'are named, each with what it answered, by commands that drive them: %s',
    async (_kind, bytes) => {
      for (const [index, said] of fc.sample(bytes, DRIVING.length).entries()) {
        const { code, text } = await nodes.run(nodes.commands[DRIVING[index] as 'load'], () => said);
        expect(code, text).toBe(EXIT.unreachable);
        for (const name of NAMES)
          expect(text).toMatch(new RegExp(`node ${name} (tells no|does not|is not).*: .+`));
        // One line a node, and nothing in it that a terminal would obey.
        expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
        expect(text.length).toBeLessThan(20_000);
      }
    },
  );

  it.each(RUBBISH)(
    'are named, each with what it answered, when a load is looked at later: %s',
    async (_kind, bytes) => {
      const [said] = fc.sample(bytes, 1);
      const { code, text } = await nodes.run(nodes.commands.report, () => said);
      expect(code, text).toBe(EXIT.notAsExpected);
      for (const name of NAMES) expect(text).toMatch(new RegExp(`^  ✗ ${name}: .{10,}`, 'm'));
      expect(text.split('\n').length).toBeLessThan(25);
    },
  );

  it('are named when the shards of a load are joined and looked at', async () => {
    for (const [_kind, bytes] of RUBBISH.slice(0, 3)) {
      const [said] = fc.sample(bytes, 1);
      const { code, text } = await nodes.run(nodes.commands['report of shards'], () => said);
      expect(code, text).toBe(EXIT.notAsExpected);
      for (const name of NAMES) expect(text).toMatch(new RegExp(`^  ✗ ${name}: .{10,}`, 'm'));
    }
  });
});

const NAMES = ['n1', 'n2', 'n3'];
