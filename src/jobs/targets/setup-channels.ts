import type { Answer, ChannelView } from '../../model/run/answer.ts';
import { type Directory, directoryOf } from '../../model/network/directory.ts';
import { InputError, type InputFault } from '../../errors.ts';
import type { ChannelAttributes, Network, NodeName, PerEnd } from '../../model/network/network.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Nodes } from '../../ports/node-api.ts';
import { sleep } from '../../runtime/sleep.ts';

// The second end learns of a channel with the blockchain's next blocks: seconds, rarely a minute.
const LONGEST_WAIT_FOR_PARTNER_MS = 120_000;
const LOOK_AGAIN_MS = 100;

/** The nodes of a network, and which of them answer. */
export interface RunningNodes {
  readonly network: Network;
  readonly nodes: Pick<Nodes, 'node'>;
  readonly running: ReadonlySet<NodeName>;
}

interface SetUp extends RunningNodes {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Makes the targets' channels those of the scenario's starting network; equal ones that exist are kept. */
export async function setUpChannels(setUp: SetUp): Promise<void> {
  const { network, running } = setUp;
  const directory = directoryOf(network);
  const lists = await readChannelLists(setUp);
  const faults = extraChannels(network, lists, directory);
  const missing: WantedChannel[] = [];
  network.forEachEdge((_key, channel, first, second) => {
    const wanted: WantedChannel = { channel, ends: [first, second] };
    const found = foundChannel(wanted, lists, directory);
    if (found.kind === 'missing') missing.push(wanted);
    if (found.kind === 'other') faults.push(found.fault);
  });
  if (faults.length > 0) throw new InputError(faults);
  const stuck = missing.flatMap(({ ends }) => ends.filter((end) => !running.has(end)));
  if (stuck.length > 0) {
    throw new InputError({
      message: `${[...new Set(stuck)].join(', ')} must run while the channels are opened`,
      hint: 'Start the nodes; those that the scenario starts offline are stopped afterwards.',
    });
  }
  // One after the other, so that identifiers count up in the scenario's order.
  for (const wanted of missing) {
    if (setUp.signal?.aborted) return;
    await open(wanted, directory, setUp);
  }
}

/** What every running node lists. */
export async function readChannelLists({
  network,
  nodes,
  running,
}: RunningNodes): Promise<ReadonlyMap<NodeName, readonly ChannelView[]>> {
  const lists = new Map<NodeName, readonly ChannelView[]>();
  for (const name of network.nodes()) {
    if (!running.has(name)) continue;
    const answer = await nodes.node(name).channels();
    if (answer.kind !== 'ok') throw failed(`node ${name} does not list its channels`, answer);
    lists.set(name, answer.value);
  }
  return lists;
}

interface WantedChannel {
  readonly channel: ChannelAttributes;
  readonly ends: PerEnd<NodeName>;
}

type Found = { readonly kind: 'missing' | 'equal' } | { readonly kind: 'other'; readonly fault: InputFault };

function foundChannel(
  { channel, ends }: WantedChannel,
  lists: ReadonlyMap<NodeName, readonly ChannelView[]>,
  directory: Directory,
): Found {
  const views = ends.map((end, at) =>
    lists
      .get(end)
      ?.find(
        (one) =>
          directory.tokenAt(one.tokenAddress) === channel.token &&
          directory.nodeAt(one.partnerAddress) === ends[at === 0 ? 1 : 0],
      ),
  );
  const read = ends.filter((end) => lists.has(end)).length;
  const seen = views.filter((view) => view !== undefined).length;
  if (seen === 0) return { kind: 'missing' };
  // One end shows it and the other does not: a node that hides a channel, which the readings will tell.
  if (seen < read) return { kind: 'equal' };
  const wanted = ([0, 1] as const).map((end) => ({
    balance: channel.balance[end],
    totalDeposit: channel.totalDeposit[end],
    state: channel.state,
  }));
  const shown = describe(views);
  if (shown === describe(wanted.map((end, at) => views[at] && end))) return { kind: 'equal' };
  // Two ends that contradict each other are no other channel, but a node that shows it wrongly.
  const [first, second] = views;
  if (first && second && !addsUp(first, second)) return { kind: 'equal' };
  return {
    kind: 'other',
    fault: {
      message: `the ${channel.token} channel of ${ends[0]} and ${ends[1]} exists with ${shown}, the scenario starts with ${describe(wanted)}`,
      hint: 'Take what exists as the starting network with --use-existing, or start from fresh nodes.',
    },
  };
}

function describe(
  ends: readonly (Pick<ChannelView, 'balance' | 'totalDeposit' | 'state'> | undefined)[],
): string {
  return ends
    .flatMap((end) => (end === undefined ? [] : [`${end.balance} of ${end.totalDeposit} (${end.state})`]))
    .join(' and ');
}

function addsUp(first: ChannelView, second: ChannelView): boolean {
  const put = first.totalDeposit + second.totalDeposit - first.totalWithdraw - second.totalWithdraw;
  return first.balance + second.balance === put;
}

function extraChannels(
  network: Network,
  lists: ReadonlyMap<NodeName, readonly ChannelView[]>,
  directory: Directory,
): InputFault[] {
  const wanted = new Set<string>();
  network.forEachEdge((_key, { token }, first, second) => {
    wanted.add(`${first} ${second} ${token}`).add(`${second} ${first} ${token}`);
  });
  return [...lists].flatMap(([node, channels]) =>
    channels.flatMap((channel) => {
      const partner = directory.nodeAt(channel.partnerAddress) ?? channel.partnerAddress;
      const token = directory.tokenAt(channel.tokenAddress);
      if (token === undefined || channel.state !== 'opened' || wanted.has(`${node} ${partner} ${token}`))
        return [];
      const message = `${node} has a ${token} channel with ${partner} that the scenario does not start with`;
      return [{ message, hint: 'Take what exists as the starting network with --use-existing.' }];
    }),
  );
}

async function open(
  { channel, ends: [first, second] }: WantedChannel,
  directory: Directory,
  { nodes, clock, signal }: SetUp,
): Promise<void> {
  const token = directory.tokenAddressOf(channel.token);
  const opened = await nodes.node(first).openChannel({
    token,
    partner: directory.addressOf(second),
    totalDeposit: channel.totalDeposit[0],
    settleTimeout: BigInt(channel.settleTimeout),
    revealTimeout: BigInt(channel.revealTimeout),
  });
  if (opened.kind !== 'ok') throw failed(`${first} could not open the channel with ${second}`, opened);
  const api = nodes.node(second);
  const seen = { token, partner: directory.addressOf(first) };
  const limitMs = clock.nowMs() + LONGEST_WAIT_FOR_PARTNER_MS;
  const mayWait = (): boolean => clock.nowMs() < limitMs && !signal?.aborted;
  while ((await api.channel(seen)).kind !== 'ok' && mayWait()) await sleep(clock, LOOK_AGAIN_MS, signal);
  const [, totalDeposit] = channel.totalDeposit;
  if (totalDeposit === 0n) return;
  const deposited = await api.updateChannel({ ...seen, totalDeposit });
  if (deposited.kind !== 'ok') throw failed(`${second} could not deposit with ${first}`, deposited);
}

function failed(what: string, answer: Exclude<Answer<unknown>, { kind: 'ok' }>): InputError {
  return new InputError({
    message: `setting up the scenario's channels: ${what}: ${withoutValueText(answer)}`,
    hint: 'What was opened so far stays; with --use-existing the replay starts from what is there.',
  });
}
