import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/command.ts';
import { RUBBISH } from '../fixtures/rubbish.ts';
import { type RubbishCommands, startRubbishCommands } from './rubbish-commands.ts';

// A replay waits for readings that it cannot have, some seconds after each operation.
const LONGEST_MS = 120_000;

// So many requests are answered as they should be.
const TRUTHS = [9, 30, 60];

let nodes: RubbishCommands;
beforeAll(async () => {
  nodes = await startRubbishCommands();
});
afterAll(() => nodes.close());

describe.each(['replay', 'load'] as const)('a %s', (command) => {
  it.each(RUBBISH)(
    'of nodes that begin to answer rubbish comes to an end: %s',
    async (_kind, bytes) => {
      // Before, while and after the channels are read, and among the operations.
      for (const [index, said] of fc.sample(bytes, TRUTHS.length).entries()) {
        let asked = 0;
        const { code, text } = await nodes.run(nodes.commands[command], () => {
          asked += 1;
          return asked > (TRUTHS[index] ?? 0) ? said : undefined;
        });
        expect(code, text.slice(0, 5000)).not.toBe(EXIT.ourBug);
      }
    },
    LONGEST_MS,
  );
});
