import { InputError } from '../../errors.ts';
import type { Directory } from '../../model/network/directory.ts';
import type { ChannelAttributes, NodeName, PerEnd, TokenName } from '../../model/network/network.ts';
import type { ShownDefault } from '../../model/run/network-as-shown.ts';
import type { Answer, ChannelView } from '../../model/run/answer.ts';
import { ANSWER_ATTEMPT, type Reading } from '../../model/run/reading.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeApi, Nodes } from '../../ports/node-api.ts';
import { sleep } from '../../runtime/sleep.ts';

/** A channel that is to be there, with the node that opens it first. */
export interface WantedChannel {
  readonly channel: ChannelAttributes;
  readonly ends: PerEnd<NodeName>;
}

/** Hears how many of the channels to be opened are ready. */
export type OnOpened = (state: { readonly done: number; readonly total: number }) => void;

/** The nodes that open channels, and when to stop. */
export interface OpenChannels {
  readonly nodes: Pick<Nodes, 'node'>;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onOpened?: OnOpened | undefined;
}

// Each takes some 20 blocks, which pass for all of them at once; a node sends its transactions in turn.
const AT_ONCE = 8;
// The second end learns of a channel with the blockchain's next blocks: seconds, rarely a minute.
const LONGEST_WAIT_FOR_PARTNER_MS = 120_000;
const LOOK_AGAIN_MS = 100;

/** Opened channels: the defaults that the partners showed, and the timeouts that were acknowledged. */
export interface Opened {
  readonly defaults: readonly ShownDefault[];
  /** Answers to requests that set timeouts, as looks before the first operation. */
  readonly acknowledged: readonly Reading[];
}

/** Opens channels with both deposits and timeouts, several at a time. Throws InputError when a node refuses. */
export async function openChannels(
  wanted: readonly WantedChannel[],
  directory: Directory,
  opening: OpenChannels,
): Promise<Opened> {
  const left = [...wanted];
  const defaults: ShownDefault[] = [];
  const acknowledged: Reading[] = [];
  let done = 0;
  let hasFailed = false;
  const total = wanted.length;
  if (total > 0) opening.onOpened?.({ done, total });
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      if (opening.signal?.aborted || hasFailed) return;
      const opened = await open(next, directory, opening);
      defaults.push(...opened.defaults);
      acknowledged.push(...opened.acknowledged);
      done += 1;
      opening.onOpened?.({ done, total });
    }
  };
  const workers = Array.from({ length: Math.min(AT_ONCE, total) }, () =>
    work().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  // All come to their end before the first fault is told, so that none opens channels behind its back.
  const ended = await Promise.allSettled(workers);
  const fault = ended.find((each) => each.status === 'rejected');
  if (fault !== undefined) throw fault.reason;
  return { defaults, acknowledged };
}

async function open(
  { channel, ends: [first, second] }: WantedChannel,
  directory: Directory,
  { nodes, clock, signal }: OpenChannels,
): Promise<Opened> {
  const token = directory.tokenAddressOf(channel.token);
  const opened = await nodes.node(first).openChannel({
    token,
    partner: directory.addressOf(second),
    totalDeposit: channel.totalDeposit[0],
    settleTimeout: BigInt(channel.settleTimeout),
    revealTimeout: BigInt(channel.revealTimeout[0]),
  });
  if (opened.kind !== 'ok') throw failed(`${first} could not open the channel with ${second}`, opened);
  const api = nodes.node(second);
  const seen = { token, partner: directory.addressOf(first) };
  const limitMs = clock.nowMs() + LONGEST_WAIT_FOR_PARTNER_MS;
  const mayWait = (): boolean => clock.nowMs() < limitMs && !signal?.aborted;
  let partnerView = await api.channel(seen);
  while (partnerView.kind !== 'ok' && mayWait()) {
    await sleep(clock, LOOK_AGAIN_MS, signal);
    partnerView = await api.channel(seen);
  }
  const usual =
    partnerView.kind === 'ok' ? Number(partnerView.value.revealTimeout) : channel.revealTimeout[1];
  const set = await setRevealTimeout(api, seen, { usual, wanted: channel.revealTimeout[1] });
  const answers = [
    answerOf({ node: first, partner: second, token: channel.token }, opened.value),
    ...(set === undefined ? [] : [answerOf({ node: second, partner: first, token: channel.token }, set)]),
  ];
  const result = {
    defaults: [{ node: second, token: channel.token, revealTimeout: usual }],
    acknowledged: answers,
  };
  const [, totalDeposit] = channel.totalDeposit;
  if (totalDeposit === 0n) return result;
  const deposited = await api.updateChannel({ ...seen, totalDeposit });
  if (deposited.kind !== 'ok') throw failed(`${second} could not deposit with ${first}`, deposited);
  return result;
}

// The opener's request sets its own end only. A node that refuses another keeps its default, which it shows; one that
// does not refuse it has acknowledged it, whatever else its answer shows.
async function setRevealTimeout(
  api: NodeApi,
  channel: Pick<Parameters<NodeApi['updateChannel']>[0], 'token' | 'partner'>,
  { usual, wanted }: { readonly usual: number; readonly wanted: number },
): Promise<ChannelView | undefined> {
  if (usual === wanted) return undefined;
  const revealTimeout = BigInt(wanted);
  const answer = await api.updateChannel({ ...channel, revealTimeout });
  return answer.kind === 'ok' && answer.value !== null ? { ...answer.value, revealTimeout } : undefined;
}

function answerOf(
  end: { readonly node: NodeName; readonly token: TokenName; readonly partner: NodeName },
  channel: ChannelView,
): Reading {
  const { node, token, partner } = end;
  return {
    moment: 'start',
    node,
    view: { kind: 'channel', token, partner },
    value: { kind: 'channel', channel },
    attempt: ANSWER_ATTEMPT,
    atMs: 0,
  };
}

function failed(what: string, answer: Exclude<Answer<unknown>, { kind: 'ok' }>): InputError {
  return new InputError({
    message: `setting up the scenario's channels: ${what}: ${withoutValueText(answer)}`,
    hint: 'The channels opened so far stay; --use-existing starts from them.',
  });
}
