import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaymentReceipt } from '../../src/model/run/answer.ts';
import { assertNetworkInvariants } from '../../src/model/network/invariants.ts';
import { networkToJson } from '../../src/model/network/network-json.ts';
import { carryOut, type Finished, nodeName, randomRuns } from './random-runs.ts';

describe.each([
  ['small amounts', 1000n, 120],
  ['amounts around 2^53', 2n ** 53n, 50],
  ['amounts around 2^250', 2n ** 250n, 50],
])('random networks and workloads with %s', (_name, scale, numRuns) => {
  it('keep every invariant, answer every request once, and lock nothing at rest', async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns(scale), async (run) => {
        const finished = await carryOut(run);
        run.deeds.forEach(({ kind }, i) => {
          const expected = kind === 'stop' || kind === 'start' ? 0 : 1;
          expect(finished.answered[i], `answers to ${kind}, deed ${i}`).toBe(expected);
        });
        expect(finished.bench.simulation.control.pendingTransfers()).toBe(0);
        // Checks the invariants of every channel with its locks, and that no token came or went.
        assertNetworkInvariants(finished.bench.simulation.control.network());
        await everyPaymentStandsInBothHistories(finished);
      }),
      { numRuns, seed: 1 },
    );
  });

  it('end the same when they are run again', async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns(scale), async (run) => {
        const [first, second] = [await carryOut(run), await carryOut(run)];
        expect(second.answers).toEqual(first.answers);
        expect(networkToJson(second.bench.simulation.control.network())).toEqual(
          networkToJson(first.bench.simulation.control.network()),
        );
      }),
      { numRuns: Math.ceil(numRuns / 5), seed: 2 },
    );
  });
});

// Payments that joined another one have its secret: one entry each per secret.
async function everyPaymentStandsInBothHistories({ bench, answers }: Finished): Promise<void> {
  const bySecret = new Map<string, PaymentReceipt>();
  for (const answer of answers) {
    if (answer?.kind === 'ok' && isReceipt(answer.value)) bySecret.set(answer.value.secret, answer.value);
  }
  let received = 0;
  for (let node = 0; node < 6; node += 1) {
    const answer = await bench.simulation.node(nodeName(node)).payments();
    if (answer.kind !== 'ok') throw new Error(`no history of node ${node}`);
    received += answer.value.filter(({ kind }) => kind === 'received').length;
    const own = [...bySecret.values()].filter(
      ({ initiatorAddress }) => initiatorAddress === bench.address(nodeName(node)),
    );
    const sent = answer.value.filter(({ kind }) => kind === 'sent');
    // A node that was stopped while it paid has an entry without an answer.
    expect(sent.length).toBeGreaterThanOrEqual(own.length);
    for (const { identifier, amount, targetAddress } of own) {
      expect(sent).toContainEqual(expect.objectContaining({ identifier, amount, target: targetAddress }));
    }
  }
  let sent = 0;
  for (let node = 0; node < 6; node += 1) {
    const answer = await bench.simulation.node(nodeName(node)).payments();
    if (answer.kind === 'ok') sent += answer.value.filter(({ kind }) => kind === 'sent').length;
  }
  expect(received).toBe(sent);
}

function isReceipt(value: unknown): value is PaymentReceipt {
  return typeof value === 'object' && value !== null && 'secret' in value;
}
