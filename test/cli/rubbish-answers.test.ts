import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/failure/exit-codes.ts';
import { RUBBISH } from '../fixtures/rubbish.ts';
import { type RubbishCommands, startRubbishCommands } from './rubbish-commands.ts';

let nodes: RubbishCommands;
beforeAll(async () => {
  nodes = await startRubbishCommands();
});
afterAll(() => nodes.close());

describe('nodes that answer nothing but rubbish', () => {
  it.each(RUBBISH)('are named, each with what it answered, by replay and load: %s', async (_kind, bytes) => {
    const [toReplay, toLoad] = fc.sample(bytes, 2);
    for (const [command, said] of [
      [nodes.commands.replay, toReplay],
      [nodes.commands.load, toLoad],
    ] as const) {
      const { code, text } = await nodes.run(command, () => said);
      expect(code, text).toBe(EXIT.unreachable);
      for (const name of ['n1', 'n2', 'n3'])
        expect(text).toMatch(new RegExp(`node ${name} (tells no|does not|is not).*: .+`));
      // One line a node, and nothing in it that a terminal would obey.
      expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
      expect(text.length).toBeLessThan(20_000);
    }
  });

  it.each(RUBBISH)('are no success of a load that is looked at later: %s', async (_kind, bytes) => {
    const [said] = fc.sample(bytes, 1);
    const { code, text } = await nodes.run(nodes.commands.report, () => said);
    expect(code, text).toBe(EXIT.notAsExpected);
    expect(text).toMatch(/check violated: readable|could not be made \(.*readable/);
  });
});
