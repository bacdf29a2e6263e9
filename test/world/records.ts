import type { IndeterminateCause } from '../../src/model/run/answer.ts';
import type { Operation, OperationRecord, Outcome, PaymentRecord } from '../../src/model/run/operation.ts';
import type { ReasonClass } from '../../src/model/run/reason-class.ts';

/** What a test may leave unsaid of an operation. */
type Unsaid = 'id' | 'atMs' | 'origin' | 'token';
type SaidOf<Asked> = Asked extends Operation
  ? Omit<Asked, Unsaid> & Partial<Pick<Asked, Unsaid & keyof Asked>>
  : never;
/** A step, of which a test says what matters to it. */
export type Step = SaidOf<Exclude<Operation, { kind: 'pay' }>>;

type Payment = PaymentRecord['operation'];
type Rest = Partial<Omit<OperationRecord, 'operation' | 'outcome'>>;

export const SUCCEEDED = { kind: 'succeeded', status: 200 } as const satisfies Outcome;

/** A refusal, or a failure on the way. */
export function failed(reason: ReasonClass = 'no-route', status = 409): Extract<Outcome, { kind: 'failed' }> {
  return { kind: 'failed', status, reason, message: reason };
}

/** What has no answer, or none that can be read. */
export function unanswered(
  cause: IndeterminateCause = 'deadline',
): Extract<Outcome, { kind: 'indeterminate' }> {
  return { kind: 'indeterminate', cause, detail: 'no answer' };
}

/** A step in DAI, a tenth of a second after the one before and answered after 50 ms. */
export function step(said: Step, outcome: Outcome = SUCCEEDED, rest: Rest = {}): OperationRecord {
  return recordOf({ ...numbered(said), ...said }, outcome, rest);
}

/** A payment of alice to bob, of 1 DAI, sent and answered as a step is. */
export function pay(
  said: Partial<Payment> = {},
  outcome: Outcome = SUCCEEDED,
  rest: Rest = {},
): PaymentRecord {
  const { id, ...common } = numbered(said);
  const identifier = BigInt(id) + 1000n;
  const asked = { id, ...common, kind: 'pay', node: 'alice', target: 'bob', amount: 1n, identifier } as const;
  return recordOf({ ...asked, ...said }, outcome, rest);
}

/** A payment of a load, from when it was due and sent. */
export function dueAt(
  [atMs, endedAtMs]: readonly [number, number],
  { id = 0, ...said }: Partial<Payment> = {},
  outcome: Outcome = SUCCEEDED,
  rest: Rest = {},
): PaymentRecord {
  const times = { intendedAtMs: atMs, startedAtMs: atMs, endedAtMs };
  return pay({ id, atMs, origin: `traffic[0]#${id}`, ...said }, outcome, { ...times, ...rest });
}

function numbered({ id = 0 }: { readonly id?: number }) {
  return { id, atMs: id * 100, origin: `steps[${id}]`, token: 'DAI' };
}

function recordOf<Asked extends Operation>(operation: Asked, outcome: Outcome, rest: Rest) {
  return { operation, startedAtMs: operation.atMs, endedAtMs: operation.atMs + 50, outcome, ...rest };
}
