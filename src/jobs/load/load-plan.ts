import { InvariantError } from '../../errors.ts';
import type { Directory } from '../../model/network/directory.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import { listedPlan, type Plan } from '../../model/run/plan.ts';
import type { RunHeader } from '../../model/run/run.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { PaymentTrace } from '../../model/scenario/payment-trace.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { PaymentToSend, SentPaymentAnswer } from '../../ports/node-dialect.ts';
import type { PaymentSender } from '../../rest/payments/payment-sender.ts';
import { readTrace, type TraceToRead } from '../../scenario/trace/read-trace.ts';
import type { PlannedLoad } from '../../workload/load-source.ts';
import { assembleLoad, assembleNetwork } from '../assemble.ts';
import type { AskForPayment, PayOperation } from '../drive/drive.ts';
import { type Performed, performedPayment } from '../drive/perform.ts';
import { runHeader } from '../run-header.ts';
import { type Target, targetsInHeader } from '../targets/target.ts';

/** A planned load: what executors draw, or the scenario's own plan. */
export interface LoadPlanning extends PlannedLoad {
  readonly plan: Plan;
}

/** Plans a load. Throws InputError. */
export function planLoad(scenario: Scenario, { executors }: LoadSpec, network: Network): LoadPlanning {
  const planned = assembleLoad({ scenario, executors, network });
  return { ...planned, plan: executors.length > 0 ? {} : listedPlan(planned.operations) };
}

/** The header of a load; `spec` holds what the command line changed, which belongs to what was asked for. */
export function loadHeader(
  scenario: Scenario,
  spec: LoadSpec,
  targets: Readonly<Record<NodeName, Target>>,
  rest: Pick<RunHeader, 'timing' | 'command' | 'build' | 'nodesVersion' | 'sandbox'>,
): RunHeader {
  const asked = { ...scenario, load: spec };
  return runHeader({ job: 'load', scenario: asked, pace: 'scenario', ...targetsInHeader(targets), ...rest });
}

/** A file of recorded payments that is open. */
export type TraceFile = Pick<TraceToRead, 'file' | 'format' | 'lines'>;

/** Fills in what the files of a load's trace executors hold, each file read once. Throws InputError. */
export function readTraces({
  spec,
  scenario,
  open,
}: {
  readonly spec: LoadSpec;
  readonly scenario: Scenario;
  readonly open: (file: string) => TraceFile;
}): LoadSpec {
  if (!spec.executors.some(({ kind }) => kind === 'trace')) return spec;
  const nodes = new Set(assembleNetwork(scenario).nodes());
  const names = { nodes, tokens: scenario.tokens.map(({ name }) => name) };
  const traces = new Map<string, PaymentTrace>();
  const executors = spec.executors.map((executor) => {
    if (executor.kind !== 'trace') return executor;
    const payments = traces.get(executor.file) ?? readTrace({ ...open(executor.file), names });
    traces.set(executor.file, payments);
    return { ...executor, payments };
  });
  return { ...spec, executors };
}

/** Sends a load's payments to the nodes they start at. */
export function loadPayments(
  senders: { readonly of: (node: NodeName) => PaymentSender | undefined },
  directory: Directory,
): AskForPayment {
  return (operation, ended) => {
    const { node } = operation;
    const sender = senders.of(node);
    if (sender === undefined) throw new InvariantError(`no target for node ${node}`);
    sender.send(paymentToSend(operation, directory), (answer) => ended(performedSent(answer)));
  };
}

/** A payment with the addresses it has at the targets. */
export function paymentToSend(
  { node, target, token, amount, identifier, lockTimeout }: PayOperation,
  directory: Directory,
): PaymentToSend {
  return {
    initiator: directory.addressOf(node),
    target: directory.addressOf(target),
    token: directory.tokenAddressOf(token),
    amount,
    identifier,
    lockTimeout,
  };
}

// Nearly every answer: one object for all of them.
const AS_REQUESTED: Performed = { outcome: { kind: 'succeeded', status: 200 } };

/** How a sent payment ended. */
export function performedSent(answer: SentPaymentAnswer): Performed {
  const isPlain = answer.kind === 'ok' && answer.value === undefined && answer.status === 200;
  return isPlain ? AS_REQUESTED : performedPayment(answer);
}
