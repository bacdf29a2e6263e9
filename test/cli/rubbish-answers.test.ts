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

// Every kind meets one command here, and each of them in rubbish-answers.long.test.ts.
const MET = RUBBISH.map(([kind, bytes], index) => ({
  kind,
  bytes,
  command: DRIVING[index % DRIVING.length] as (typeof DRIVING)[number],
}));

describe('nodes that answer nothing but rubbish', () => {
  it.each(MET)('are named, each with what it answered, by $command: $kind', async ({ bytes, command }) => {
    const [said] = fc.sample(bytes, 1);
    await requireDriversName(nodes, command, said);
  });

  it.each(MET.filter((_, index) => index % 8 === 0))(
    'are named, each with what it answered, when a load is looked at later: $kind',
    async ({ bytes }) => {
      const [said] = fc.sample(bytes, 1);
      await requireReportNames(nodes, 'report', said);
    },
  );

  it('are named when the shards of a load are joined and looked at', async () => {
    const [said] = fc.sample((RUBBISH[0] as (typeof RUBBISH)[number])[1], 1);
    await requireReportNames(nodes, 'report of shards', said);
  });
});
