import { InterruptedError } from '../../errors.ts';
import { madeOnce } from '../../model/gather.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import type { CaseFound } from '../../model/check/counterexample.ts';
import { toJson } from '../../model/json.ts';
import type { Answer } from '../../model/run/answer.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { NodeApi, PaymentFilter } from '../../ports/node-api.ts';
import { LockstepClock } from '../../runtime/lockstep-clock.ts';
import { sleep } from '../../runtime/sleep.ts';
import { planSource, sourceAtPace } from '../../workload/plan-source.ts';
import { connectNode } from '../../rest/connect/connect-node.ts';
import { assembleOperations, assembleSimulation } from '../assemble.ts';
import { drive } from '../drive/drive.ts';
import type { RunControl } from '../drive/perform.ts';
import { findControl } from '../targets/sandbox-control.ts';
import { targetsByName } from '../targets/target.ts';
import { differentEnd, differentView, type Shown } from './course-differences.ts';
import type { Sequence } from './sequence.ts';
import type { Furnished } from './test-bench.ts';

/** The plan of a try, and the network in which it begins. */
interface Course extends Pick<Sequence, 'scenario' | 'pace'> {
  readonly start: Network;
}

/** Nodes that keep to a clock which stands still while they are asked. */
interface TimedNodes {
  readonly nodeNamed: (name: NodeName) => NodeApi;
  readonly control: RunControl | undefined;
  readonly clock: LockstepClock;
}

/** Everything that the model says of a course: how calls end, and what nodes show before and after each change. */
export interface Foretold extends Course {
  readonly operations: readonly Operation[];
  readonly records: readonly OperationRecord[];
  readonly looks: readonly Look[];
  readonly endMs: number;
}

interface Look extends Shown {
  readonly view: View;
}

/** True where every step has a moment of its own, and every caller waits: nothing is left to chance. */
export function isTimed({ scenario: { steps }, pace }: Pick<Sequence, 'scenario' | 'pace'>): boolean {
  return steps.every((step, at) => {
    const isLater = step.isBeside === true && (step.atMs ?? 0) > (steps[at - 1]?.atMs ?? 0);
    return (pace === 'sequential' || at === 0 || isLater) && !('giveUpAfterMs' in step);
  });
}

// Closed channels settle and locks expire within it, unless their timeouts are longer than most.
const QUIET_BLOCKS = 60;
const MOST_BLOCKS = 2_000;
// The share of a block after which what it brings has happened, and so have the messages of calls that it let go on.
const LOOK_AT = 0.75;
// Between two calls that follow each other. Messages take multiples of ten milliseconds: no call meets one.
const [PAUSE_MS, ASIDE_MS] = [10, 3];

/** Simulates a course, and looks at every node after every block. */
export async function foretell(course: Course): Promise<Foretold> {
  const { scenario, start, pace } = course;
  const clock = new LockstepClock();
  const simulation = assembleSimulation({ scenario, network: start, clock: clock.ofNodes });
  const { control } = simulation;
  const asked = new Map<NodeName, NodeApi>();
  const nodeNamed = (name: NodeName): NodeApi =>
    madeOnce(asked, name, () => clock.asking(clock.taking(simulation.node(name))));
  const operations = assembleOperations({ scenario, network: start });
  const [viewsOf, parts] = [viewsIn(start), partsIn(start)];
  const kept = new Set<Look>();
  const last = new Map<View, Look>();
  // Idle: nothing has happened since the last look.
  let [isDriven, isIdle, quiet] = [false, false, 0];
  const look = async (views: (node: NodeName) => readonly View[], keepsAll: boolean): Promise<void> => {
    quiet += 1;
    for (const node of start.nodes().filter((name) => control.isRunning(name)))
      for (const view of views(node)) {
        const before = last.get(view);
        const text =
          isIdle && !keepsAll && before ? before.text : await viewText(view, simulation.node(node));
        const shown = { atMs: clock.nowMs(), node, view, text };
        last.set(view, shown);
        if (keepsAll) kept.add(shown);
        if (before === undefined || before.text === shown.text) continue;
        // What stood there until just now, too.
        kept.add(before).add(shown);
        quiet = 0;
      }
  };
  const looking = async (): Promise<void> => {
    for (let block = 0; block < MOST_BLOCKS; block += 1) {
      if (isDriven && simulation.isAtRest() && quiet >= QUIET_BLOCKS) break;
      const atMs = (block + LOOK_AT) * scenario.protocol.blockTimeMs;
      isIdle &&= clock.nextEventMs > atMs;
      await sleep(clock, atMs - clock.nowMs());
      const wasDriven = isDriven;
      await look(viewsOf, false);
      isIdle = wasDriven;
    }
    await look((node) => [...viewsOf(node).filter(({ isWhole }) => isWhole), ...parts], true);
  };
  const afterEach = async (): Promise<void> => {
    do await sleep(clock, PAUSE_MS);
    while (!simulation.isAtRest());
    await sleep(clock, ASIDE_MS);
  };
  const records: OperationRecord[] = [];
  const driving = drive({
    source: sourceAtPace(operations, pace),
    nodes: { node: nodeNamed },
    directory: directoryOf(start),
    clock,
    runControl: control,
    afterEach: pace === 'sequential' ? afterEach : undefined,
    onRecord: (record) => void records.push(record),
  });
  await Promise.all([driving.finally(() => (isDriven = true)), looking()]);
  const endMs = clock.nowMs();
  clock.stop();
  const looks = [...kept].toSorted((one, other) => one.atMs - other.atMs);
  return { ...course, operations, records, looks, endMs };
}

/** What came back of a course, and the first difference from what was foretold. */
interface Observed {
  readonly records: readonly OperationRecord[];
  /** Requests that were sent. */
  readonly calls: number;
  readonly found: CaseFound | undefined;
}

// On the wall: a node of this machine that takes longer has stopped to answer.
const DEADLINE_MS = 15_000;
const SWITCHES: ReadonlySet<Operation['kind']> = new Set(['stop', 'start', 'slow']);

/** Asks nodes the same at the same moments, until the first difference. Throws InterruptedError. */
export async function observe(
  foretold: Foretold,
  {
    targets,
    controlUrl,
    lockstep: clock,
  }: Pick<Furnished, 'targets' | 'controlUrl'> & { readonly lockstep: LockstepClock },
  signal: AbortSignal | undefined,
): Promise<Observed> {
  let calls = 0;
  const onExchange = (): void => {
    calls += 1;
  };
  const places = Object.entries(targetsByName(targets));
  const open = places.map(([name, { address: _address, ...place }]) => {
    return [name, connectNode({ ...place, deadlineMs: DEADLINE_MS, onExchange })] as const;
  });
  const asked = new Map(open.map(([name, api]) => [name, clock.asking(api)]));
  const isSwitched = foretold.operations.some(({ kind }) => SWITCHES.has(kind));
  const baseUrls = places.map(([, { baseUrl }]) => baseUrl);
  const control = isSwitched
    ? await findControl({ controlUrl, baseUrls, deadlineMs: DEADLINE_MS })
    : undefined;
  const nodes = {
    clock,
    nodeNamed: (name: NodeName): NodeApi => asked.get(name) as NodeApi,
    control: control && clock.asking(control),
  };
  try {
    return { ...(await compared(foretold, nodes, signal)), calls };
  } finally {
    await Promise.all([control?.close(), ...open.map(([, api]) => api.close())]);
  }
}

async function compared(
  foretold: Foretold,
  nodes: TimedNodes,
  signal: AbortSignal | undefined,
): Promise<Omit<Observed, 'calls'>> {
  const { clock } = nodes;
  const expected = new Map(foretold.records.map((record) => [record.operation.id, record]));
  const over = new AbortController();
  const end = (): void => over.abort();
  signal?.addEventListener('abort', end, { once: true });
  let found: CaseFound | undefined;
  const find = (difference: CaseFound | undefined): void => {
    if (difference === undefined || over.signal.aborted) return;
    found = difference;
    end();
  };
  const operations = foretold.operations.map(({ after: _after, ...operation }): Operation => {
    return { ...operation, atMs: expected.get(operation.id)?.startedAtMs ?? operation.atMs };
  });
  const records: OperationRecord[] = [];
  const driving = drive({
    source: planSource(operations),
    nodes: { node: nodes.nodeNamed },
    directory: directoryOf(foretold.start),
    clock,
    runControl: nodes.control,
    signal: over.signal,
    onRecord: (record) => {
      records.push(record);
      find(differentEnd(record, expected.get(record.operation.id)));
    },
  });
  for (const look of foretold.looks) {
    if (look.atMs > clock.nowMs()) await sleep(clock, look.atMs - clock.nowMs(), over.signal);
    if (over.signal.aborted) break;
    find(differentView(look, await viewText(look.view, nodes.nodeNamed(look.node)), foretold.records));
  }
  // A call that is still open gets no answer any more.
  if (foretold.endMs > clock.nowMs()) await sleep(clock, foretold.endMs - clock.nowMs(), over.signal);
  const isOver = over.signal.aborted;
  signal?.removeEventListener('abort', end);
  end();
  await driving;
  if (signal?.aborted && found === undefined) throw new InterruptedError();
  const open = isOver ? [] : records.map((record) => differentEnd(record, expected.get(record.operation.id)));
  return { records, found: found ?? open.find((each) => each !== undefined) };
}

/** One thing that a node can be asked to show. */
interface View {
  readonly name: string;
  /** True where no other view shows more of the same. */
  readonly isWhole: boolean;
  readonly read: (api: NodeApi) => Promise<Answer<unknown>>;
}

const PAGES: readonly PaymentFilter[] = [{ limit: 0 }, { offset: 1, limit: 1 }, { offset: 1 }];

/** Parts of a history: pages of it, and its entries in each token. */
function partsIn(start: Network): readonly View[] {
  const tokens = start.getAttribute('tokens').map(({ tokenAddress: token }) => ({ token }));
  return [...PAGES, ...tokens].map((part) => ({
    name: `payments ${toJson(part)}`,
    isWhole: false,
    read: (api) => api.payments(part),
  }));
}

/** Each node has views of its own. */
function viewsIn(start: Network): (node: NodeName) => readonly View[] {
  const directory = directoryOf(start);
  const ofNode = new Map<NodeName, readonly View[]>();
  const pendingWith = (other: NodeName, name: TokenName): View => {
    const of = { token: directory.tokenAddressOf(name), partner: directory.addressOf(other) };
    const read = (api: NodeApi): ReturnType<View['read']> => api.pendingTransfers(of);
    return { name: `pending transfers with ${other}`, isWhole: false, read };
  };
  return (node) =>
    madeOnce(ofNode, node, () => [
      { name: 'channels', isWhole: true, read: (api) => api.channels() },
      { name: 'connections', isWhole: true, read: (api) => api.connections() },
      { name: 'pending transfers', isWhole: true, read: (api) => api.pendingTransfers() },
      { name: 'payments', isWhole: true, read: (api) => api.payments() },
      ...start.mapEdges(node, (key, { token }) => pendingWith(start.opposite(node, key), token)),
    ]);
}

async function viewText({ read }: View, api: NodeApi): Promise<string> {
  const answer = await read(api);
  return answer.kind === 'ok' ? toJson(answer.value) : withoutValueText(answer);
}
