import { InputError, InvariantError } from '../../errors.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { Answer } from '../../model/run/answer.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { Exchange } from '../../model/run/run.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeApi, Nodes } from '../../ports/node-api.ts';
import type { PathFindingApi } from '../../ports/path-finding-api.ts';
import { connectNode } from '../../rest/connect/connect-node.ts';
import {
  type ConnectOptions,
  LONGEST_ANSWERS,
  type ObservedExchange,
} from '../../rest/connect/http-client.ts';
import { connectPathFinding } from '../../rest/path-finding/connect-path-finding.ts';
import type { LockstepClock } from '../../runtime/lockstep-clock.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import type { Target } from './target.ts';
import { mayBeAsked } from './trusted-hosts.ts';

/** The purpose that requests are made for. */
type Purpose = Exclude<Exchange['operation'], number>;

/** Connections to every target, which record each exchange with what it was made for. */
export interface TargetConnections {
  /** For preparing, and for single payments after a load. */
  readonly preparers: Pick<Nodes, 'node'>;
  /** For reading only: a node that has stopped to answer is asked no more. */
  readonly readers: Pick<Nodes, 'node'>;
  /** For operations only; `withinMs`: how long each may take, where not as long as was said when connecting. */
  readonly drivers: (withinMs?: number) => Pick<Nodes, 'node'>;
  /** The path-finding service at a URL that a node names; only ever read. Throws InputError if it is none, or may not be asked. */
  pathFinding(baseUrl: string, namedBy: NodeName): PathFindingApi;
  /** From now on exchanges that are no operations are recorded with this purpose. */
  purpose(purpose: Purpose): void;
  /** Nodes that have stopped to answer are read once more; `once`: of all nodes, one reading that is missed is enough. */
  askAgain(how?: { readonly once?: boolean }): void;
  close(): Promise<void>;
}

/** Reads answer in milliseconds; a node busy with a block may take seconds, one that takes longer has stopped. */
export const READ_DEADLINE_MS = 30_000;
// Channels are opened and a probe is paid in this time, or in that of an operation of the run: an opening takes some 20
// blocks, five minutes of a main net.
const PREPARING_DEADLINE_MS = 30_000;
const LONGEST_PREPARING_MS = 600_000;
// A machine that is about to start a run may be busy for a second or two.
const SHORTEST_PREPARING_READ_MS = 3_000;
// A caller that waits less for a payment waits less for readings, but long lists take their time.
const READS_PER_OPERATION = 3;
const SHORTEST_READ_DEADLINE_MS = 1_000;
// How long a node itself waits for most answers of the service (raiden.md 1.7); what it says is not worth more.
const PATH_FINDING_DEADLINE_MS = 10_000;

// A list may be ten times as long as that of an honest node, whose entries have some 450 bytes.
const TEN_ENTRIES = 4_500;
const MOST_BYTES = 64 * 1024 * 1024;

/** How to connect to targets. */
export interface ConnectTargets {
  readonly targets: Readonly<Record<NodeName, Target>>;
  /** Those known beforehand, which exchanges are matched with. */
  readonly operations: readonly Operation[];
  /** How long an operation may take, on the wall. */
  readonly deadlineMs: number;
  /** How many times as fast as the wall the run's clock is. */
  readonly speed: number;
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
  /** Time of the targets, where they run in this process and keep to that of their driver. */
  readonly lockstep?: LockstepClock | undefined;
  /** Path-finding services that nodes name are asked wherever they are, not only here and on hosts of the targets. */
  readonly asksServices?: boolean | undefined;
}

/** Connects to every target; nothing is sent yet. */
export function connectTargets({
  targets,
  operations,
  deadlineMs,
  speed,
  onExchange,
  lockstep,
  asksServices = false,
}: ConnectTargets): TargetConnections {
  let purpose: Purpose = 'preflight';
  const open: { close(): Promise<void> }[] = [];
  const recorded =
    (node: NodeName, operationOf: (sent: SentRequest) => Exchange['operation']) =>
    (exchange: ObservedExchange): void =>
      onExchange?.({
        ...exchange,
        operation: operationOf(exchange),
        node,
        // The run's clock runs `speed` times as fast as the wall.
        sentAtMs: exchange.sentAtMs * speed,
        durationMs: exchange.durationMs * speed,
      });
  const longest = {
    channels: Math.max(LONGEST_ANSWERS.channels, TEN_ENTRIES * Object.keys(targets).length),
    payments: Math.min(MOST_BYTES, Math.max(LONGEST_ANSWERS.payments, TEN_ENTRIES * operations.length)),
  };
  const connect = (
    limit: Pick<ConnectOptions, 'deadlineMs' | 'readDeadlineMs'>,
    operationOf: (node: NodeName, sent: SentRequest) => Exchange['operation'],
  ): Pick<Nodes, 'node'> => {
    const connected = new Map<NodeName, NodeApi>();
    for (const [node, { address: _address, ...place }] of Object.entries(targets)) {
      const api = connectNode({
        ...place,
        ...limit,
        longest,
        onExchange: recorded(node, (sent) => operationOf(node, sent)),
      });
      open.push(api);
      connected.set(node, lockstep?.asking(api) ?? api);
    }
    return {
      node: (name) => {
        const api = connected.get(name);
        if (api === undefined) throw new InvariantError(`no target for node ${name}`);
        return api;
      },
    };
  };
  const unanswered = new Set(operations);
  const drivers = new Map<number, Pick<Nodes, 'node'>>();
  const connectedReaders = connect({ deadlineMs: readDeadlineMs(deadlineMs) }, () => purpose);
  const clock = new RealClock();
  const readers = new Map<NodeName, PatientNode>();
  for (const name of Object.keys(targets))
    readers.set(name, withPatience(connectedReaders.node(name), clock));
  return {
    preparers: connect(
      { deadlineMs: preparingMs(deadlineMs), readDeadlineMs: preparingReadMs(deadlineMs) },
      () => purpose,
    ),
    readers: { node: (name) => readers.get(name) ?? connectedReaders.node(name) },
    askAgain: (how) => readers.forEach((reader) => reader.askAgain(how)),
    drivers: (withinMs = deadlineMs) => {
      const connected =
        drivers.get(withinMs) ??
        connect({ deadlineMs: withinMs }, (node, sent) => operationBehind(node, sent, unanswered));
      drivers.set(withinMs, connected);
      return connected;
    },
    pathFinding: (baseUrl, namedBy) => {
      const hosts = Object.values(targets).map((target) => target.baseUrl);
      if (!asksServices && URL.canParse(baseUrl) && !mayBeAsked(baseUrl, hosts))
        throw new InputError({ message: 'not asked: a host that you did not name; --ask-services asks it' });
      const service = connectPathFinding({
        baseUrl,
        deadlineMs: Math.min(PATH_FINDING_DEADLINE_MS, deadlineMs),
        onExchange: recorded(namedBy, () => purpose),
      });
      open.push(service);
      return lockstep?.asking(service) ?? service;
    },
    purpose: (next) => {
      purpose = next;
    },
    close: async () => {
      await Promise.all(open.map((each) => each.close()));
    },
  };
}

/** How long the opening of a channel may take. */
export function preparingMs(operationMs: number): number {
  return Math.max(PREPARING_DEADLINE_MS, Math.min(operationMs, LONGEST_PREPARING_MS));
}

/** How long what is asked before a run may take to be answered: no longer than an operation of the run. */
export function preparingReadMs(operationMs: number): number {
  return Math.min(READ_DEADLINE_MS, Math.max(SHORTEST_PREPARING_READ_MS, operationMs));
}

function readDeadlineMs(operationMs: number): number {
  return Math.min(READ_DEADLINE_MS, Math.max(SHORTEST_READ_DEADLINE_MS, READS_PER_OPERATION * operationMs));
}

type SentRequest = Pick<Exchange, 'method' | 'requestBody'>;

const METHODS: Readonly<Partial<Record<Operation['kind'], string>>> = {
  pay: 'POST',
  open: 'PUT',
  deposit: 'PATCH',
  withdraw: 'PATCH',
  close: 'PATCH',
  leave: 'DELETE',
};

/** The operation a request was made for: the first one of this node and method that had no request yet. */
function operationBehind(
  node: NodeName,
  sent: SentRequest,
  unanswered: Set<Operation>,
): Exchange['operation'] {
  for (const operation of unanswered) {
    if (!('node' in operation) || operation.node !== node || METHODS[operation.kind] !== sent.method)
      continue;
    // Payments may overlap, and then end in another order than they started in.
    if (operation.kind === 'pay' && !sent.requestBody?.includes(`"${operation.identifier}"`)) continue;
    unanswered.delete(operation);
    return operation.id;
  }
  return 'reading';
}

// One reading may be lost; a node that lets a second one in a row wait has stopped.
const MOST_MISSED = 2;

/** A node whose readings end at once when it has left several in a row without an answer, until it is asked again. */
type PatientNode = NodeApi & Pick<TargetConnections, 'askAgain'>;

/** Keeps a node that accepts requests and never answers from holding up every reading of a run. */
function withPatience(api: NodeApi, clock: Clock): PatientNode {
  let missed = 0;
  let waitedMs = 0;
  const read = async <T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    if (missed >= MOST_MISSED) return silent(waitedMs);
    const askedAtMs = clock.nowMs();
    const answer = await ask();
    const isMissed = answer.kind === 'indeterminate' && answer.cause === 'deadline';
    missed = isMissed ? missed + 1 : 0;
    waitedMs = isMissed ? waitedMs + clock.nowMs() - askedAtMs : 0;
    return answer;
  };
  return {
    ...api,
    channels: (filter) => read(() => api.channels(filter)),
    channel: (of) => read(() => api.channel(of)),
    payments: (filter) => read(() => api.payments(filter)),
    pendingTransfers: (filter) => read(() => api.pendingTransfers(filter)),
    connections: () => read(() => api.connections()),
    askAgain: ({ once = false } = {}) => {
      missed = once ? MOST_MISSED - 1 : Math.min(missed, MOST_MISSED - 1);
    },
  };
}

function silent(waitedMs: number): Answer<never> {
  const detail = `no answer for ${Math.round(waitedMs / 1000)} s; from now on it is read at the end only`;
  return { kind: 'indeterminate', cause: 'deadline', detail };
}
