import * as fc from 'fast-check';
import { EXIT } from '../../src/cli/command.ts';
import { type AskingCommand, startRubbishCommands } from '../cli/rubbish-commands.ts';
import { RUBBISH } from '../fixtures/rubbish.ts';
import { type HardTries, mustHold, type TriedRow } from './hard-tries.ts';
import { requireWords } from './tried-command.ts';

// So many requests are answered as they should be: rubbish comes at the start, while channels are read, or later.
const TRUTHS = [0, 30];
const SEED = 7;
const DRIP_MS = 100;
const MOST_TEXT = 50_000;
const NAMES: Partial<Record<AskingCommand, string>> = { contract: 'check --contract' };

/** Nodes that answer rubbish, from the start or after a while. */
export const hostileNodes: HardTries = {
  kind: 'Hostile nodes',
  what: `Nodes begin to answer one of ${RUBBISH.length} kinds of rubbish: nonsense, bodies of 10 MB, deep values, redirects, endless headers, escape sequences, connections that are cut, and every kind drop by drop. The command comes to an end with a documented code, says little, and nothing that a terminal would obey.`,
  rows: [
    row('replay', { dripMs: 0 }),
    row('load', { dripMs: 0 }),
    row('check', { dripMs: 0 }),
    row('contract', { dripMs: 0 }),
    row('replay', { dripMs: DRIP_MS }),
    row('load', { dripMs: DRIP_MS }),
    row('check', { dripMs: DRIP_MS }),
  ],
};

function row(command: AskingCommand, how: { readonly dripMs: number }): TriedRow {
  const isSlow = how.dripMs > 0;
  const moments = isSlow ? TRUTHS.slice(0, 1) : TRUTHS;
  return {
    name: `\`${NAMES[command] ?? command}\`${isSlow ? ', drop by drop' : ''}`,
    tries: RUBBISH.length * moments.length,
    atOnce: 4,
    async start() {
      const nodes = await startRubbishCommands();
      return {
        async attempt(_random, index) {
          const [kind, bytes] = RUBBISH[index % RUBBISH.length] as (typeof RUBBISH)[number];
          const truths = moments[Math.floor(index / RUBBISH.length)] as number;
          const [said] = fc.sample(bytes, { numRuns: 1, seed: SEED + index });
          let asked = 0;
          const { code, text } = await nodes.run(
            nodes.commands[command],
            () => {
              asked += 1;
              return asked > truths ? said : undefined;
            },
            how,
          );
          requireWords({ code: code ?? EXIT.asExpected, text: `${kind}\n${text}` });
          mustHold(!/(?!\n)\p{Cc}/u.test(text), `${kind}: control characters`, JSON.stringify(text));
          mustHold(text.length < MOST_TEXT, `${kind}: ${text.length} characters`);
        },
        stop: () => nodes.close(),
      };
    },
  };
}
