import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { RUBBISH } from '../fixtures/rubbish.ts';
import {
  DRIVING,
  requireDriversName,
  requireReportNames,
  type RubbishCommands,
  startRubbishCommands,
} from './rubbish-commands.ts';

let nodes: RubbishCommands;
beforeAll(async () => {
  nodes = await startRubbishCommands();
});
afterAll(() => nodes.close());

describe.each(RUBBISH)('nodes that answer nothing but rubbish: %s', (_kind, bytes) => {
  it('are named, each with what it answered, by every command that drives them', async () => {
    for (const [index, said] of fc.sample(bytes, DRIVING.length).entries())
      await requireDriversName(nodes, DRIVING[index] as (typeof DRIVING)[number], said);
  });

  it.each(['report', 'report of shards'] as const)(
    'are named, each with what it answered, when a load is looked at later: %s',
    async (command) => {
      const [said] = fc.sample(bytes, 1);
      await requireReportNames(nodes, command, said);
    },
  );
});
