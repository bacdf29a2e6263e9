import { InputError, NodeAnswerError, type InputFault } from '../../errors.ts';
import { type Directory, directoryOf } from '../../model/network/directory.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import {
  addsUp,
  contradictsItself,
  networkAsShown,
  withinCapacities,
  type ShownDefault,
  shownDefaults,
  withShownTerms,
  withTimeouts,
} from '../../model/run/network-as-shown.ts';
import { hasAnswered, type ChannelView } from '../../model/run/answer.ts';
import type { Reading } from '../../model/run/reading.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import type { Nodes } from '../../ports/node-api.ts';
import { orInterrupted } from '../../runtime/unless-aborted.ts';
import { type OpenChannels, openChannels, type WantedChannel } from './open-channels.ts';
import { type ChannelLists, changesAmong, looksAtLists, pairKey, withOpened } from './start-looks.ts';

/** The nodes of a network, and which of them answer. */
interface RunningNodes {
  readonly network: Network;
  readonly nodes: Pick<Nodes, 'node'>;
  readonly running: ReadonlySet<NodeName>;
  /** Aborted: what is being read is waited for no longer. */
  readonly signal?: AbortSignal | undefined;
}

interface SetUp extends RunningNodes, OpenChannels {}

/** A network that a run may start from, and what its nodes listed by then. */
export interface ShownStart {
  readonly start: Network;
  readonly shown: readonly Reading[];
}

/**
 * Makes the targets' channels those of the scenario's starting network; equal ones that exist are kept. Returns that
 * network with the identifiers and timeouts that its channels have there.
 */
export async function setUpChannels(setUp: SetUp): Promise<ShownStart> {
  const { network, running } = setUp;
  const directory = directoryOf(network);
  const before = await readChannelLists(setUp);
  const faults = extraChannels(network, before, directory);
  const missing: WantedChannel[] = [];
  network.forEachEdge((_key, channel, first, second) => {
    const wanted: WantedChannel = { channel, ends: [first, second] };
    const comparison = foundChannel(wanted, before, directory);
    if (comparison.kind === 'missing') missing.push(wanted);
    if (comparison.kind === 'other') faults.push(comparison.fault);
  });
  if (faults.length > 0) throw new InputError(faults);
  const stuck = missing.flatMap(({ ends }) => ends.filter((end) => !running.has(end)));
  if (stuck.length > 0) {
    throw new InputError({
      message: `${[...new Set(stuck)].join(', ')} must run while the channels are opened`,
      hint: 'Start the nodes; those that the scenario starts offline are stopped afterwards.',
    });
  }
  const { defaults, acknowledged } = await openChannels(missing, directory, setUp);
  const after = await readChannelLists(setUp);
  const opened = new Set(missing.map(({ channel: { token }, ends }) => pairKey(token, ends)));
  const looks = [withOpened(network, { before, after }, (channel) => opened.has(channel)), after];
  return {
    start: withShownTerms(withTimeouts(network, defaults), after),
    shown: [...acknowledged, ...changesAmong(looks.flatMap(looksAtLists))],
  };
}

/** The channels that every running node lists. Throws InterruptedError. */
async function readChannelLists({ network, nodes, running, signal }: RunningNodes): Promise<ChannelLists> {
  const lists = new Map<NodeName, readonly ChannelView[]>();
  for (const name of network.nodes()) {
    if (!running.has(name)) continue;
    const answer = await orInterrupted(nodes.node(name).channels(), signal);
    if (answer.kind !== 'ok') {
      const message = `setting up the scenario's channels: node ${name} does not list its channels: ${withoutValueText(answer)}`;
      throw hasAnswered(answer) ? new NodeAnswerError({ message }) : new InputError({ message });
    }
    lists.set(name, answer.value);
  }
  return lists;
}

type Found = { readonly kind: 'missing' | 'equal' } | { readonly kind: 'other'; readonly fault: InputFault };

function foundChannel({ channel, ends }: WantedChannel, lists: ChannelLists, directory: Directory): Found {
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
  const shownText = describe(views, ends);
  const wantedThere = wanted.map((end, at) => views[at] && end);
  if (shownText === describe(wantedThere, ends)) return { kind: 'equal' };
  // Two ends that contradict each other are no other channel, but a node that shows it wrongly.
  const [first, second] = views;
  if (first && second && !addsUp(first, second)) return { kind: 'equal' };
  return {
    kind: 'other',
    fault: {
      message: `the ${channel.token} channel of ${ends[0]} and ${ends[1]} is not as in the scenario: it exists with ${shownText}. Expected ${describe(wanted, ends)} (smallest units)`,
      hint: 'Take what exists as the starting network with --use-existing, or start from fresh nodes.',
    },
  };
}

function describe(
  ends: readonly (Pick<ChannelView, 'balance' | 'totalDeposit' | 'state'> | undefined)[],
  names: WantedChannel['ends'],
): string {
  return ends
    .flatMap((end, at) =>
      end === undefined
        ? []
        : `${names[at]}: balance ${end.balance}, deposit ${end.totalDeposit}, ${end.state}`,
    )
    .join('; ');
}

function extraChannels(network: Network, lists: ChannelLists, directory: Directory): InputFault[] {
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

/**
 * Takes the channels that exist as the starting network. Where the ends of a channel contradict each other the lists
 * are read once more: what then still does is taken from one end, for the checks to find at the other.
 */
export async function takeChannels(scenario: Scenario, running: RunningNodes): Promise<ShownStart> {
  const { network } = running;
  const first = await readChannelLists(running);
  const isDoubtful = contradictsItself(network, openOnly(first));
  const lists = isDoubtful ? await readChannelLists(running) : first;
  const start = withinCapacities(networkAsShown(network, openOnly(lists)));
  return {
    start: withTimeouts(start, unstated(scenario, shownDefaults(start))),
    shown: changesAmong([...looksAtLists(first), ...looksAtLists(lists)]),
  };
}

// A channel that is closing is on its way out, and nothing can be paid through it.
function openOnly(lists: ChannelLists): ChannelLists {
  return new Map(
    [...lists].map(([node, channels]) => [node, channels.filter(({ state }) => state === 'opened')] as const),
  );
}

// Timeouts that a scenario states of a node are believed; others are read off the channels that the node has.
function unstated(scenario: Scenario, shown: readonly ShownDefault[]): readonly ShownDefault[] {
  return shown.map((each) => {
    const { settleTimeout, revealTimeout } = scenario.nodes[each.node] ?? {};
    return { ...each, ...withoutUndefined({ settleTimeout, revealTimeout }) };
  });
}
