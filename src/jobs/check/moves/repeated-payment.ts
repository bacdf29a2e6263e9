import type { NodeName } from '../../../model/network/network.ts';
import type { SettledStep } from '../../../model/scenario/scenario.ts';

interface Pair {
  readonly from: NodeName;
  readonly to: NodeName;
}

// Payments that are asked for twice need an identifier that both steps name.
const FIRST_NAMED_IDENTIFIER = 70_000n;

/** The same payer, payee and identifier: joins the payment if it is under way, and is one more if it has ended. */
export function repeatPayment(
  steps: readonly SettledStep[],
  at: number,
  { isForMore, ...beside }: { readonly isForMore?: true | undefined; readonly isBeside?: true },
): readonly SettledStep[] {
  const { steps: named } = namedAt(steps, at);
  const { isBeside: _isBeside, ...again } = named[at] as Extract<SettledStep, { kind: 'pay' }>;
  // Of a request that may never have come nobody knows which amount its identifier stands for.
  const isKnown = again.giveUpAfterMs === undefined;
  const amount = isForMore === true && isKnown ? again.amount + 1n : again.amount;
  return [...named, { ...again, amount, ...beside }];
}

/** Where the payment before stands that a move asks for once more. */
export function repeatedBy(
  { repeats }: { readonly repeats?: number },
  steps: readonly SettledStep[],
): number | undefined {
  const before = steps.flatMap((step, at) => (step.kind === 'pay' ? [at] : []));
  return repeats === undefined || before.length === 0 ? undefined : before.at(-1 - (repeats % before.length));
}

/** The nodes of a payment with one of them another: one of a pair; `undefined`: it is to be the same, or the pair has no other. */
export function elsewhere(
  { elsewhere: which }: { readonly elsewhere?: 'payer' | 'payee' },
  repeated: SettledStep | undefined,
  pair: Pair | undefined,
): Pair | undefined {
  if (which === undefined || repeated?.kind !== 'pay' || pair === undefined) return undefined;
  const { from, to } = repeated;
  const other = [pair.to, pair.from].find((node) => node !== from && node !== to);
  if (other === undefined) return undefined;
  return which === 'payer' ? { from: other, to } : { from, to: other };
}

/** Where a payment of these nodes stands that has this identifier already. */
export function namesakeIn(
  steps: readonly SettledStep[],
  { from, to, identifier }: Pair & { readonly identifier: bigint | undefined },
): number | undefined {
  if (identifier === undefined) return undefined;
  const at = steps.findIndex(
    (step) => step.kind === 'pay' && step.identifier === identifier && step.from === from && step.to === to,
  );
  return at < 0 ? undefined : at;
}

/** The steps with one that names its identifier, and that; without one: as they are. */
export function namedAt(
  steps: readonly SettledStep[],
  at: number | undefined,
): { readonly steps: readonly SettledStep[]; readonly identifier: bigint | undefined } {
  const step = at === undefined ? undefined : steps[at];
  if (at === undefined || step?.kind !== 'pay') return { steps, identifier: undefined };
  const identifier = step.identifier ?? FIRST_NAMED_IDENTIFIER + BigInt(at);
  return { steps: steps.with(at, { ...step, identifier }), identifier };
}
