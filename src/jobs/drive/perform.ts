import { onError, UnreachableError } from '../../errors.ts';
import type { Address } from '../../model/network/address.ts';
import type { Directory } from '../../model/network/directory.ts';
import type { NodeName } from '../../model/network/network.ts';
import { nodeText } from '../../model/node-text.ts';
import type { Answer, ChannelView, LeftChannel, PaymentReceipt } from '../../model/run/answer.ts';
import type { Operation, OperationRecord, Outcome } from '../../model/run/operation.ts';
import { errorText, withoutValueText } from '../../model/run/reason.ts';
import type { NodeSettings } from '../../model/scenario/node-settings.ts';
import type { Trace } from '../../model/run/trace.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NumberedPayment } from '../../ports/node-api.ts';
import { sleep } from '../../runtime/sleep.ts';
import { type Observed, statusOf, unmetObservation, unmetStatus } from './unmet-observation.ts';

/** The nodes that operations are performed on. */
export interface Stage extends Observed {
  readonly clock: Clock;
  /** Absent: nothing that is performed stops or starts nodes. */
  readonly runControl: RunControl | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Stops and starts nodes, and makes them slow; a target without a way to do that must refuse the plan beforehand. */
export interface RunControl {
  stop(node: NodeName): Promise<void> | void;
  start(node: NodeName, settings?: NodeSettings): Promise<void> | void;
  slow(node: NodeName, byMs: number): Promise<void> | void;
}

export type Performed = Pick<OperationRecord, 'outcome' | 'trace' | 'outline'>;

// `expect` steps look again after 10 ms, then at growing intervals, at least once a second.
const FIRST_LOOK_AGAIN_MS = 10;
const LONGEST_LOOK_AGAIN_MS = 1000;

/** The end of an operation in flight when a run is interrupted. */
export const INTERRUPTED: Performed = {
  outcome: {
    kind: 'indeterminate',
    cause: 'interrupted',
    detail: 'the run was interrupted before an answer came',
  },
};

/** The end of a payment for a caller that waits no longer. */
export const GIVEN_UP: Performed = {
  outcome: { kind: 'indeterminate', cause: 'interrupted', detail: 'the caller gave up waiting' },
};

const DONE: Performed = { outcome: { kind: 'succeeded', status: 0 } };

/** Asks the node for one operation and says how it ended. Never throws for what a node does. */
export async function perform(operation: Operation, stage: Stage): Promise<Performed> {
  switch (operation.kind) {
    case 'pay':
      return performedPayment(await pay(operation, stage));
    case 'open':
      return performed(await open(operation, stage), oneChannel);
    case 'deposit':
    case 'withdraw':
    case 'set':
    case 'close':
      return performed(await update(operation, stage), oneChannel);
    case 'leave':
      return performed(
        await stage.nodes.node(operation.node).leave(stage.directory.tokenAddressOf(operation.token)),
        leftChannels,
      );
    case 'expect':
      return await expectChannel(operation, stage);
    case 'remember':
      return await remember(operation, stage);
    case 'observe':
      return await observe(operation, stage);
    case 'stop':
      return await controlled(stage.runControl?.stop(operation.node));
    case 'start':
      return await controlled(stage.runControl?.start(operation.node, operation.settings));
    case 'slow':
      return await controlled(stage.runControl?.slow(operation.node, operation.byMs));
    case 'wait':
      await sleep(stage.clock, operation.ms, stage.signal);
      return DONE;
  }
}

// A sandbox that no longer answers may have done it before.
async function controlled(act: Promise<void> | void): Promise<Performed> {
  const unknown = ({ message }: Error): Performed => ({
    outcome: { kind: 'indeterminate', cause: 'connection-broken', detail: message },
  });
  return await Promise.resolve(act).then(() => DONE, onError(UnreachableError, unknown));
}

type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>;

async function pay(
  operation: Of<'pay'>,
  { nodes, directory, clock }: Stage,
): Promise<Answer<PaymentReceipt>> {
  const node = nodes.node(operation.node);
  const request = paymentRequest(operation, directory);
  if (operation.giveUpAfterMs === undefined) return await node.pay(request);
  const givingUp = new AbortController();
  const timer = clock.schedule(operation.giveUpAfterMs, () => clock.answer(() => givingUp.abort()));
  try {
    return await node.pay(request, givingUp.signal);
  } finally {
    timer.cancel();
  }
}

/** The request of a payment, with addresses. */
export function paymentRequest(
  { id, target, token, amount, identifier, lockTimeout }: Of<'pay'>,
  directory: Directory,
): NumberedPayment {
  const common = {
    token: directory.tokenAddressOf(token),
    target: directory.addressOf(target),
    amount,
    identifier,
    operation: id,
  };
  return lockTimeout === undefined ? common : { ...common, lockTimeout: BigInt(lockTimeout) };
}

function open(operation: Of<'open'>, { nodes, directory }: Stage): Promise<Answer<ChannelView>> {
  const { node, partner, token, totalDeposit, settleTimeout, revealTimeout } = operation;
  return nodes.node(node).openChannel({
    token: directory.tokenAddressOf(token),
    partner: directory.addressOf(partner),
    totalDeposit,
    ...(settleTimeout === undefined ? {} : { settleTimeout: BigInt(settleTimeout) }),
    ...(revealTimeout === undefined ? {} : { revealTimeout: BigInt(revealTimeout) }),
  });
}

function update(
  operation: Of<'deposit' | 'withdraw' | 'set' | 'close'>,
  { nodes, directory }: Stage,
): Promise<Answer<ChannelView | null>> {
  const channel = channelOf(operation, directory);
  const node = nodes.node(operation.node);
  switch (operation.kind) {
    case 'deposit':
      return node.updateChannel({ ...channel, totalDeposit: operation.totalDeposit });
    case 'withdraw':
      return node.updateChannel({ ...channel, totalWithdraw: operation.totalWithdraw });
    case 'set':
      return node.updateChannel({ ...channel, revealTimeout: BigInt(operation.revealTimeout) });
    case 'close':
      return node.updateChannel({ ...channel, state: 'closed' });
  }
}

function channelOf(
  { token, partner }: Of<'deposit' | 'withdraw' | 'set' | 'close' | 'expect' | 'remember'>,
  directory: Directory,
): { readonly token: Address; readonly partner: Address } {
  return { token: directory.tokenAddressOf(token), partner: directory.addressOf(partner) };
}

async function expectChannel(operation: Of<'expect'>, stage: Stage): Promise<Performed> {
  const { nodes, directory } = stage;
  return await eventually(operation, stage, async () => {
    const answer = await nodes.node(operation.node).channel(channelOf(operation, directory));
    return unlessUnmet(unmetExpectation(operation, answer), statusOf(answer));
  });
}

async function observe(operation: Of<'observe'>, stage: Stage): Promise<Performed> {
  return await eventually(operation, stage, async () =>
    unlessUnmet(await unmetObservation(operation.observation, stage), 0),
  );
}

function unlessUnmet(unmet: string | undefined, status: number): Outcome {
  if (unmet === undefined) return { kind: 'succeeded', status };
  return { kind: 'failed', status, reason: 'expectation-not-met', message: unmet };
}

/** Looks again and again until nothing fails, or the time is over. */
async function eventually(
  { withinMs }: { readonly withinMs: number },
  { clock, signal }: Stage,
  look: () => Promise<Outcome>,
): Promise<Performed> {
  const deadlineMs = clock.nowMs() + withinMs;
  for (let waitMs = FIRST_LOOK_AGAIN_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_LOOK_AGAIN_MS)) {
    const askedMs = clock.nowMs();
    const outcome = await look();
    if (outcome.kind !== 'failed' || askedMs >= deadlineMs || signal?.aborted) return { outcome };
    await sleep(clock, Math.max(0, Math.min(waitMs, deadlineMs - clock.nowMs())), signal);
  }
}

async function remember(operation: Of<'remember'>, stage: Stage): Promise<Performed> {
  const answer = await stage.nodes.node(operation.node).channel(channelOf(operation, stage.directory));
  if (answer.kind === 'ok') stage.remembered?.set(operation.as, answer.value);
  return performed(answer, NOTHING_SHOWN);
}

function unmetExpectation(operation: Of<'expect'>, answer: Answer<ChannelView>): string | undefined {
  if (operation.state === 'absent') {
    return answer.kind === 'refused' && answer.status === 404
      ? undefined
      : `expected no channel, found ${describe(answer)}`;
  }
  const unmet = operation.status === undefined ? undefined : unmetStatus(operation.status, answer);
  if (unmet !== undefined) return unmet;
  const { balance, totalDeposit, totalWithdraw } = operation;
  const isEnough = [balance, totalDeposit, totalWithdraw, operation.state].every(
    (each) => each === undefined,
  );
  if (operation.status !== undefined && isEnough) return undefined;
  if (answer.kind !== 'ok') return `expected a channel, found ${describe(answer)}`;
  const { value } = answer;
  const tolerances = {
    balance: operation.balanceTolerance ?? 0n,
    totalDeposit: operation.totalDepositTolerance ?? 0n,
    totalWithdraw: 0n,
  };
  for (const field of ['balance', 'totalDeposit', 'totalWithdraw'] as const) {
    const wanted = operation[field];
    const tolerance = tolerances[field];
    const isMet = (to: bigint): boolean => value[field] - to <= tolerance && to - value[field] <= tolerance;
    if (wanted === undefined || isMet(wanted)) continue;
    const margin = tolerance === 0n ? '' : ` ± ${tolerance}`;
    return `expected ${field} ${wanted}${margin}, found ${value[field]}`;
  }
  const { state } = operation;
  return state === undefined || value.state === state
    ? undefined
    : `expected state ${state}, found ${value.state}`;
}

function describe(answer: Answer<ChannelView>): string {
  switch (answer.kind) {
    case 'ok':
      return `a channel in state ${answer.value.state}`;
    case 'refused':
      return withoutValueText(answer);
    case 'unreachable':
    case 'indeterminate':
      return `no answer (${answer.detail})`;
  }
}

/** How a payment ended, by what came back. */
export function performedPayment(answer: Answer<PaymentReceipt | undefined>): Performed {
  if (answer.kind !== 'ok') return performed(answer, NOTHING_SHOWN);
  const { status, value: receipt, trace, outline } = answer;
  const outcome: Outcome =
    receipt === undefined ? { kind: 'succeeded', status } : { kind: 'succeeded', status, receipt };
  return outline === undefined ? withTrace(outcome, trace) : { outcome, outline };
}

function oneChannel(channel: ChannelView | null): Shown {
  return { channels: [channel] };
}

function leftChannels(left: readonly LeftChannel[]): Shown {
  const partners = left.filter((one) => typeof one === 'string');
  const channels = left.map((one) => (typeof one === 'string' ? null : one));
  return { channels, ...(partners.length > 0 && { partners }) };
}

const NOTHING_SHOWN = (): Shown => ({});

// The part of a success beside its status.
type Shown = Pick<Extract<Outcome, { kind: 'succeeded' }>, 'receipt' | 'channels'>;

function performed<Value>(answer: Answer<Value>, shown: (value: Value) => Shown): Performed {
  switch (answer.kind) {
    case 'ok': {
      const outcome: Outcome = { kind: 'succeeded', status: answer.status, ...shown(answer.value) };
      return withTrace(outcome, answer.trace);
    }
    case 'refused': {
      const { status, errors, reason, trace } = answer;
      return withTrace({ kind: 'failed', status, reason, message: nodeText(errorText(errors)) }, trace);
    }
    case 'unreachable': {
      const reason = answer.ownLimit === true ? 'driver-limit' : 'unreachable';
      return withTrace({ kind: 'failed', status: 0, reason, message: answer.detail }, answer.trace);
    }
    case 'indeterminate':
      return { outcome: { kind: 'indeterminate', cause: answer.cause, detail: answer.detail } };
  }
}

function withTrace(outcome: Outcome, trace: Trace | undefined): Performed {
  return trace === undefined ? { outcome } : { outcome, trace };
}
