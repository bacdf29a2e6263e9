import type { WatchedEnd, WatchedLook } from '../../model/load/load-result.ts';
import { earlierTransfers } from '../../model/earlier-transfers.ts';
import { gather } from '../../model/gather.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { CHANGES_CHANNELS } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { VIEW_NAMES } from '../../model/run/unread-views.ts';
import { type Check, type Clue, notChecked } from '../check.ts';
import type { ShownChannel } from '../facts/shown-state.ts';
import type { BalanceIndex } from '../bounds/certain-flows.ts';
import { endFault } from './totals.ts';
import { endsWhenSeen } from '../timeline/channel-ends.ts';
import { FlowBounds } from './flow-bounds.ts';
import type { Story } from '../story.ts';
import type { ChannelLives } from '../timeline/channel-lives.ts';

/**
 * A node shows, while a load runs, what some order of the load's payments gives: its balances, the channels it
 * has, what it put in and took out. Each node is told with the first look that cannot be.
 */
export const watched: Check = {
  name: 'watched',
  role: 'self',
  appliesTo: ['load'],
  believes: 'views',
  judge(run, story) {
    const looks = run.load?.watched ?? [];
    if (looks.length === 0) return notChecked('no node was read while the load ran');
    const judge = new LookJudge(run, story);
    const told = new Set<string>();
    const clues = looks.flatMap((look) =>
      judge.faultsOf(look).flatMap(({ about, ...fault }) => {
        const name = JSON.stringify([look.node, about]);
        if (told.has(name)) return [];
        told.add(name);
        return [clueOf(look, fault)];
      }),
    );
    const nodes = new Set(looks.map(({ node }) => node)).size;
    return { clues, covered: `${looks.length} looks at ${nodes} nodes` };
  },
};

type Fault = Pick<Clue, 'title' | 'predicted' | 'observed' | 'decidedBy' | 'subject' | 'money'> & {
  readonly about: string;
  /** Absent: `channels`. */
  readonly view?: Extract<WatchedLook, { kind: 'unreadable' }>['view'];
  /** Absent or null: none is known to be the cause. */
  readonly operation?: number | null;
};

/** The ends of one node that a balance is made of, with what they had gained before the load. */
interface Purse {
  readonly index: BalanceIndex;
  readonly token: TokenName;
  readonly name: string;
  readonly ends: ReadonlySet<string>;
  readonly before: bigint;
}

class LookJudge {
  readonly #run: Run;
  readonly #bounds: FlowBounds;
  readonly #purses = new Map<NodeName, readonly Purse[]>();
  readonly #lives: ChannelLives;
  /** From when on the ways and the money of a token may be others than at the start, by steps of the load itself. */
  readonly #changingFromMs = new Map<TokenName, number>();

  constructor(run: Run, story: Story) {
    this.#run = run;
    this.#bounds = new FlowBounds(story);
    this.#lives = story.lives;
    for (const { operation, startedAtMs } of run.records) {
      // A deposit adds the same amount to balance and total.
      if (!CHANGES_CHANNELS.has(operation.kind) || operation.kind === 'deposit') continue;
      if (!('token' in operation)) continue;
      const earliestMs = this.#changingFromMs.get(operation.token) ?? Number.POSITIVE_INFINITY;
      this.#changingFromMs.set(operation.token, Math.min(earliestMs, startedAtMs));
    }
    // Locks of before take money that nobody sees.
    const isClear = earlierTransfers(run).payments === 0;
    for (const [node, channels] of isClear ? story.atStart.channels : [])
      this.#purses.set(node, this.#pursesOf(node, channels));
  }

  faultsOf(look: WatchedLook): readonly Fault[] {
    const { node } = look;
    if (look.kind === 'unreadable') {
      const what = VIEW_NAMES[look.view];
      return [
        {
          about: look.view,
          view: look.view,
          title: `${node} does not show its ${what} as the API says`,
          predicted: 'an answer as the API says',
          observed: look.detail,
          decidedBy: 'reading some nodes while the load ran',
        },
      ];
    }
    const endsByChannel = new Map(look.channels.map((end) => [end.channel, end]));
    const seen = { startedAtMs: look.askedAtMs, endedAtMs: look.answeredAtMs };
    const purses = (this.#purses.get(node) ?? []).filter(
      ({ token }) => look.answeredAtMs < (this.#changingFromMs.get(token) ?? Number.POSITIVE_INFINITY),
    );
    return [
      ...endsWhenSeen(this.#lives, node, seen).flatMap((end) => {
        const { channel } = end;
        const fault = channel && endFault(node, end, endsByChannel.get(channel));
        return fault ? [{ ...fault, about: channel }] : [];
      }),
      ...purses.flatMap((purse) => this.#purseFaults(purse, endsByChannel, look)),
    ];
  }

  #purseFaults(
    { index, name, ends, before }: Purse,
    shown: ReadonlyMap<string, WatchedEnd>,
    { node, askedAtMs, answeredAtMs }: WatchedLook,
  ): readonly Fault[] {
    const seen = [...ends].flatMap((channel) => shown.get(channel) ?? []);
    if (seen.length < ends.size) return [];
    const gained = sumOf(seen) - before;
    const { least, most } = this.#bounds.gained(index, { startedAtMs: askedAtMs, endedAtMs: answeredAtMs });
    if (gained >= least && gained <= most) return [];
    return [
      {
        about: name,
        title: `${node} shows a balance in ${name} that no order of the payments gives`,
        predicted: `gained ${least} to ${most} since the start`,
        observed: `gained ${gained}`,
        decidedBy: 'payments sent and answered by then, and those in flight',
      },
    ];
  }

  #pursesOf(node: NodeName, ends: readonly ShownChannel[]): readonly Purse[] {
    const { start } = this.#run;
    const { balances } = this.#bounds.flows;
    const byIndex = new Map<number, ShownChannel[]>();
    const ofNode = [...balances.entries()].filter(([, { owner }]) => owner === node);
    const byChannel = new Map(
      ofNode.flatMap(([at, one]) => (one.kind === 'channel' ? [[one.channel, at]] : [])),
    );
    for (const end of ends) {
      if (!start.hasEdge(end.channel) || end.state !== 'opened') continue;
      const within = ofNode.find(([, one]) => one.kind === 'part' && one.token === end.token);
      const at = byChannel.get(end.channel) ?? within?.[0];
      if (at !== undefined) gather(byIndex, at, end);
    }
    return [...byIndex].map(([at, shown]) => ({
      index: at as BalanceIndex,
      token: shown[0]?.token ?? '',
      name: balances[at]?.purse ?? '',
      ends: new Set(shown.map(({ channel }) => channel)),
      before: sumOf(shown),
    }));
  }
}

function sumOf(ends: readonly Pick<WatchedEnd, 'balance' | 'totalDeposit' | 'totalWithdraw'>[]): bigint {
  return ends.reduce(
    (sum, { balance, totalDeposit, totalWithdraw }) => sum + balance - totalDeposit + totalWithdraw,
    0n,
  );
}

function clueOf(
  { node, askedAtMs }: WatchedLook,
  { title, view = 'channels', operation = null, ...fault }: Omit<Fault, 'about'>,
): Clue {
  return {
    operation,
    node,
    view: { kind: view },
    title: `${title}, ${(askedAtMs / 1000).toFixed(1)} s after the start`,
    ...fault,
  };
}
