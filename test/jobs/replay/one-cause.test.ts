import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../../src/model/run/finding.ts';
import { differences, inWords, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import { inHistory, isPayment, on, onPayment, receiptOf, refusal } from '../../fixtures/liars.ts';
import type { Heard, Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

const LINE = 'alice 1_000 - 1_000 bob 1_000 - 1_000 carol';
const SECOND_WAY = ', alice 1_000 - 1_000 dave, carol 1_000 - 1_000 dave';

const replayOf = (channels: string, steps: readonly string[], lie: Lie) =>
  replayLiedTo(scenarioFrom(stepsIn(channels, steps, { network: 'fees: {flat: 0}' })), lie, {
    lockstep: undefined,
  });

/** Payments of alice to carol, identifiers from 9000 on. */
const payments = (count: number, amount: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, at) => `pay: {from: alice, to: carol, amount: ${amount}, identifier: ${9000 + at}}`,
  );

const blamed = (comparison: Comparison): readonly (number | null)[] =>
  differences(comparison).map(({ operation }) => operation);
const lines = (comparison: Comparison): string => differences(comparison).map(inWords).join('\n');

const NO_CHANNEL = 'You have no suitable channel to initiate this payment.';

describe('one cause is one finding in a replay', () => {
  it('of a payment that is refused: nothing is waited for, and nothing else is told', async () => {
    const lie = onPayment('9003', async () => refusal(NO_CHANNEL));
    const { comparison } = await replayOf(LINE, payments(6, 3), lie);
    expect(differences(comparison), lines(comparison)).toMatchObject([{ operation: 3, check: 'outcomes' }]);
    expect(comparison.operations.flatMap(({ findings }) => findings)).toHaveLength(1);
  });

  it('of many payments that are refused, each on its own', async () => {
    let asked = 0;
    const isSecond = ({ method }: Heard): boolean => method === 'POST' && (asked += 1) % 2 === 0;
    const { comparison } = await replayOf(
      LINE,
      payments(12, 3),
      on(isSecond, async () => refusal(NO_CHANNEL)),
    );
    expect(blamed(comparison), lines(comparison)).toEqual([1, 3, 5, 7, 9, 11]);
    expect(comparison.operations.flatMap(({ findings }) => findings)).toHaveLength(6);
  });

  it('of a payment that is refused and made all the same', async () => {
    const lie = onPayment('9001', async (heard) => {
      await heard.forward();
      return refusal(NO_CHANNEL);
    });
    const { comparison } = await replayOf(LINE, payments(5, 240), lie);
    expect(blamed(comparison), lines(comparison)).toEqual([1]);
    expect(comparison.counts).toMatchObject({ agrees: 4, differs: 1 });
  });

  it('of a payment that was never made, with the number of notes that follow, whatever way later ones take', async () => {
    const lie = onPayment('9001', async (heard) => ({ status: 200, json: receiptOf(heard, '300') }));
    const { comparison } = await replayOf(LINE + SECOND_WAY, payments(8, 300), lie);
    // Missing in the other history too, and in the balances of four channel ends.
    expect(differences(comparison), lines(comparison)).toMatchObject([{ operation: 1, follows: 5 }]);
    expect(comparison.counts).toMatchObject({ agrees: 7, differs: 1 });
  });

  it('of a payment that is made late, after later ones', async () => {
    let late: Heard | undefined;
    const { comparison } = await replayOf(LINE, payments(9, 240), async (heard) => {
      if (isPayment(heard, '9002')) {
        late = heard;
        return { status: 200, json: receiptOf(heard, '240') };
      }
      const reply = await heard.forward();
      if (isPayment(heard, '9003')) await late?.forward();
      return reply;
    });
    expect(blamed(comparison), lines(comparison)).toEqual([2]);
    expect(comparison.counts).toMatchObject({ agrees: 8, differs: 1 });
  });

  it('of two entries of a history that changed places', async () => {
    const lie = inHistory('alice', (entries) =>
      entries.length < 5 ? entries : [...entries.slice(0, 3), entries[4], entries[3], ...entries.slice(5)],
    );
    const { comparison } = await replayOf(LINE, payments(7, 3), lie);
    expect(differences(comparison), lines(comparison)).toHaveLength(1);
  });

  it('of two entries that changed places, though each place keeps its time', async () => {
    const lie = inHistory('alice', (entries) => {
      const [one, other] = [entries[3], entries[4]];
      if (one === undefined || other === undefined) return entries;
      const swapped = [
        { ...other, log_time: one['log_time'] },
        { ...one, log_time: other['log_time'] },
      ];
      return [...entries.slice(0, 3), ...swapped, ...entries.slice(5)];
    });
    const { comparison } = await replayOf(LINE, payments(7, 3), lie);
    expect(blamed(comparison), lines(comparison)).toEqual([3]);
  });

  it('of sums over channels that stand still', async () => {
    let old: unknown;
    const isAsked = ({ node, method, path }: Heard): boolean =>
      node === 'alice' && method === 'GET' && path === '/connections';
    const lie = on(isAsked, async (heard) => {
      const reply = await heard.forward();
      old ??= reply.json;
      return { ...reply, json: old };
    });
    const deposits = [1_100, 1_200, 1_250, 1_900].map(
      (total) => `deposit: {from: alice, to: bob, totalDeposit: ${total}}`,
    );
    const { comparison } = await replayOf(LINE, deposits, lie);
    expect(blamed(comparison), lines(comparison)).toEqual([0]);
  });
});
