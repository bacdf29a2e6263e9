import type { Address } from '../../model/network/address.ts';
import { rewardIdentifier } from '../../model/network/reward-identifier.ts';
import type { Directory } from '../../model/network/directory.ts';
import type { Answer, ChannelView } from '../../model/run/answer.ts';
import type { Observation } from '../../model/run/observation.ts';
import { hasStatus } from '../../model/run/operation.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { ChainEvent, NetworkRecords } from '../../ports/network-records.ts';
import type { Nodes } from '../../ports/node-api.ts';
import type { PathFindingApi } from '../../ports/path-finding-api.ts';

/** The part of a stage that can be looked at. */
export interface Observed {
  readonly nodes: Pick<Nodes, 'node'>;
  readonly directory: Directory;
  /** Absent: nothing tells of what services and contracts have written down. */
  readonly records?: NetworkRecords | undefined;
  /** Absent: there is none that could be asked. */
  readonly pathFinding?: Pick<PathFindingApi, 'paths'> | undefined;
  /** Channels that operations of the run have remembered, by name; absent: none will. */
  readonly remembered?: Map<string, ChannelView> | undefined;
}

type Value = string | number | bigint;

type Of<Kind extends Observation['of']> = Extract<Observation, { of: Kind }>;

/** Looks once: what differs from the expectation, or `undefined`. */
export async function unmetObservation(
  observation: Observation,
  stage: Observed,
): Promise<string | undefined> {
  switch (observation.of) {
    case 'channels':
      return await unmetChannels(observation, stage);
    case 'payments':
      return await unmetHistory(observation, stage);
    case 'path-requests':
      return await unmetRequests(observation, stage);
    case 'paths':
      return await unmetPaths(observation, stage);
    case 'charge':
      return await unmetCharge(observation, stage);
    case 'events':
    case 'settlement':
    case 'reward':
      return unmetOnChain(observation, stage, await stage.records?.events());
    case 'nothing':
      return observation.because;
  }
}

async function unmetChannels(
  { node, token, ...expected }: Of<'channels'>,
  { nodes, directory }: Observed,
): Promise<string | undefined> {
  const answer = await nodes.node(node).channels({ token: directory.tokenAddressOf(token) });
  const { status, ...values } = expected;
  const unmet = status === undefined ? undefined : unmetStatus(status, answer);
  if (unmet !== undefined) return unmet;
  if (answer.kind === 'refused' && status !== undefined && Object.keys(values).length === 0) return undefined;
  if (answer.kind !== 'ok') return noAnswer('channels', answer);
  const of = <Field extends keyof ChannelView>(field: Field) => answer.value.map((channel) => channel[field]);
  const { balances, totalDeposits, states, balanceSum, totalDepositSum } = values;
  return (
    unmetList('balances', balances, of('balance')) ??
    unmetList('total deposits', totalDeposits, of('totalDeposit')) ??
    unmetList('states', states, of('state')) ??
    unmetValue('sum of balances', balanceSum, sum(of('balance'))) ??
    unmetValue('sum of total deposits', totalDepositSum, sum(of('totalDeposit')))
  );
}

/** What is wrong with the status of an answer; undefined: the pattern matches it. */
export function unmetStatus(pattern: string, answer: Answer<unknown>): string | undefined {
  const status = statusOf(answer);
  if (hasStatus(status, pattern)) return undefined;
  return `expected status ${pattern}, found ${status === 0 ? 'no answer' : status}`;
}

/** 0: there was no answer. */
export function statusOf(answer: Answer<unknown>): number {
  return answer.kind === 'ok' || answer.kind === 'refused' ? answer.status : 0;
}

async function unmetHistory(
  { node, token, partner, ...expected }: Of<'payments'>,
  { nodes, directory }: Observed,
): Promise<string | undefined> {
  const answer = await nodes.node(node).payments({
    token: directory.tokenAddressOf(token),
    ...(partner === undefined ? {} : { partner: directory.addressOf(partner) }),
  });
  if (answer.kind !== 'ok') return noAnswer('payments', answer);
  const { entries: kind, count, amounts, amountSum, reasons } = expected;
  const entries = answer.value.filter((entry) => kind === undefined || entry.kind === kind);
  const moved = entries.flatMap((entry) => (entry.kind === 'failed' ? [] : [entry.amount]));
  const told = entries.flatMap((entry) => (entry.kind === 'failed' ? [entry.reason] : []));
  // A text that holds what is expected stands for it.
  const shown = told.map((reason, at) => {
    const part = reasons?.[at];
    return part !== undefined && reason.includes(part) ? part : reason;
  });
  return (
    unmetValue('entries', count, entries.length) ??
    unmetInOrder('amounts', amounts, moved) ??
    unmetValue('sum of amounts', amountSum, sum(moved)) ??
    unmetInOrder('reasons', reasons, shown)
  );
}

async function unmetRequests(
  { node, target, token, ...expected }: Of<'path-requests'>,
  { records, directory }: Observed,
): Promise<string | undefined> {
  const answer = await records?.pathRequests({
    tokenNetwork: directory.tokenNetworkAddressOf(token),
    from: directory.addressOf(node),
    ...(target === undefined ? {} : { to: directory.addressOf(target) }),
  });
  if (answer?.kind !== 'ok') return noAnswer('path requests', answer);
  const counts = answer.value.map(({ paths }) => paths.length);
  const { count, paths, routes, distinct = false, fees } = expected;
  const perAnswer = typeof paths === 'number' ? counts.map(() => paths) : paths;
  const all = answer.value.flatMap((one) => one.paths);
  const found = all.map(({ path }) =>
    path.map((address) => directory.nodeAt(address) ?? address).join(' - '),
  );
  const told = distinct ? [...new Set(found)] : found;
  return (
    unmetValue('requests', count, answer.value.length) ??
    unmetInOrder('paths of each answer', perAnswer, counts) ??
    unmetInOrder(
      'paths',
      routes?.map((route) => route.join(' - ')),
      told,
    ) ??
    unmetInOrder(
      'estimated fees',
      fees,
      all.map(({ estimatedFee }) => estimatedFee),
    )
  );
}

async function unmetPaths(
  { node, target, token, amount, maxPaths, count }: Of<'paths'>,
  { pathFinding, directory }: Observed,
): Promise<string | undefined> {
  const answer = await pathFinding?.paths({
    network: directory.tokenNetworkAddressOf(token),
    from: directory.addressOf(node),
    to: directory.addressOf(target),
    value: amount,
    maxPaths,
  });
  // No path is an answer, too: the service says it with a 404.
  if (answer?.kind === 'refused' && answer.status === 404) return unmetValue('paths', count, 0);
  return answer?.kind === 'ok' ? unmetValue('paths', count, answer.value.length) : noAnswer('paths', answer);
}

async function unmetCharge(
  { node, isCharged, amount }: Of<'charge'>,
  { records, directory }: Observed,
): Promise<string | undefined> {
  const answer = await records?.charged(directory.addressOf(node));
  if (answer?.kind !== 'ok') return noAnswer('charge', answer);
  const charged = answer.value;
  if (isCharged === false) return charged === null ? undefined : `expected no charge, found ${charged}`;
  if (charged === null && isCharged === undefined) return undefined;
  if (charged === null) return `expected a charge${amount === undefined ? '' : ` of ${amount}`}, found none`;
  return unmetValue('charge', amount, charged);
}

function unmetOnChain(
  observation: Of<'events' | 'settlement' | 'reward'>,
  { directory, remembered }: Observed,
  answer: Answer<readonly ChainEvent[]> | undefined,
): string | undefined {
  if (answer?.kind !== 'ok') return noAnswer('events', answer);
  if (observation.of === 'events') return unmetEvents(observation, answer.value, directory);
  const channel = remembered?.get(observation.channel);
  if (channel === undefined)
    return `expected a channel that was noted as "${observation.channel}" before, found none`;
  return observation.of === 'settlement'
    ? unmetSettlement(observation, channel, { events: answer.value, directory })
    : unmetReward(observation, answer.value, channel);
}

function unmetEvents(
  { contract, event, args, matchesAny = false, count }: Of<'events'>,
  events: readonly ChainEvent[],
  directory: Directory,
): string | undefined {
  const wanted = Object.entries(args);
  const named = events.filter((one) => one.contract === contract && one.event === event);
  const matching = named.filter((one) => {
    const matches = ([name, value]: readonly [string, string]): boolean =>
      valueText(one.args[name], directory) === value;
    if (wanted.length === 0) return true;
    return matchesAny ? wanted.some(matches) : wanted.every(matches);
  });
  if (matching.length === count) return undefined;
  const others = named.length === matching.length ? '' : ` (${named.length} with any arguments)`;
  return `expected ${count} events ${contract}.${event}, found ${matching.length}${others}`;
}

// The contract names the participants in the order in which it stores them.
function unmetSettlement(
  { node, partner, amount, partnerAmount }: Of<'settlement'>,
  channel: ChannelView,
  { events, directory }: { readonly events: readonly ChainEvent[]; readonly directory: Directory },
): string | undefined {
  const ofChannel = events.filter(
    ({ contract, args }) =>
      contract === 'TokenNetwork' && args['channel_identifier'] === channel.channelIdentifier,
  );
  const settled = ofChannel.find(({ event }) => event === 'ChannelSettled');
  if (settled === undefined)
    return `expected ChannelSettled of channel ${channel.channelIdentifier}, found none`;
  if (ofChannel.some(({ event }) => event === 'ChannelClosed'))
    return 'expected a settlement by both together, found that the channel was closed first';
  const sender = directory.nodeAt(settled.sender) ?? settled.sender;
  const paidTo = (name: string): Value | undefined => {
    const place = ['participant1', 'participant2'].find(
      (field) => settled.args[field] === directory.addressOf(name),
    );
    return place === undefined ? undefined : settled.args[`${place}_amount`];
  };
  return (
    unmetValue('sender of the settlement', node, sender) ??
    unmetValue(`amount of ${node}`, amount, paidTo(node)) ??
    unmetValue(`amount of ${partner}`, partnerAmount, paidTo(partner))
  );
}

function unmetReward(
  { isClaimed }: Of<'reward'>,
  events: readonly ChainEvent[],
  channel: ChannelView,
): string | undefined {
  const identifier = rewardIdentifier(channel);
  const found = events.some(
    ({ contract, event, args }) =>
      contract === 'MonitoringService' &&
      event === 'RewardClaimed' &&
      args['reward_identifier'] === identifier,
  );
  if (found === isClaimed) return undefined;
  return isClaimed
    ? 'expected that the reward was claimed, found no claim'
    : 'expected that no reward was claimed, found a claim';
}

function valueText(value: Address | bigint | undefined, directory: Directory): string {
  if (value === undefined) return '';
  return typeof value === 'bigint' ? value.toString() : (directory.nodeAt(value) ?? value);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function unmetValue(what: string, expected: Value | undefined, found: Value | undefined): string | undefined {
  if (expected === undefined || expected === found) return undefined;
  return `expected ${what} ${String(expected)}, found ${String(found)}`;
}

function unmetInOrder(
  what: string,
  expected: readonly Value[] | undefined,
  found: readonly Value[],
): string | undefined {
  return expected === undefined ? undefined : unmetValue(what, list(expected), list(found));
}

// Both in one order: which channel is listed first says nothing.
function unmetList(
  what: string,
  expected: readonly Value[] | undefined,
  found: readonly Value[],
): string | undefined {
  return unmetInOrder(what, expected?.map(String).sort(), found.map(String).sort());
}

function list(values: readonly Value[]): string {
  return `[${values.map(String).join(', ')}]`;
}

function noAnswer(what: string, answer: Answer<unknown> | undefined): string {
  if (answer === undefined || answer.kind === 'ok') return `${what}: there is nothing to ask here`;
  return `${what}: ${withoutValueText(answer)}`;
}
