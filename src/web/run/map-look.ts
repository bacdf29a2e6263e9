import type { BalanceTimeline } from './balance-timeline.ts';
import { type NetworkFacts, nodeFacts } from './network-facts.ts';
import type { RunData } from './run-data.ts';
import type { ToldStory } from './story.ts';

/** The meanings that the width or darkness of channels and the size of nodes can have. */
export const CHANNELS_BY = ['balance', 'drain', 'traffic', 'failures'] as const;
export const NODES_BY = ['what they forwarded', 'what they earned'] as const;

// More channels than these are drawn as the finest lines, and not while the map moves.
const MOST_BROAD = 2_000;

/** How nodes and channels are drawn at the moment that is shown. */
export class MapLook {
  readonly isLarge: boolean;
  channelsBy: string = CHANNELS_BY[0];
  nodesBy: string = NODES_BY[0];
  /** Nodes that stay marked beside the story that is open. */
  readonly pinned = new Set<number>();
  #story: { readonly nodes: ReadonlySet<number>; readonly channels: ReadonlySet<number> } | undefined;
  #palette = { fill: '', warn: '', soft: '', ink: '' };
  readonly #tones = new Map<string, readonly string[]>();
  readonly #data: RunData;
  readonly #timeline: BalanceTimeline | undefined;
  readonly #facts: NetworkFacts;
  readonly #most: Readonly<Record<'traffic' | 'failures' | 'forwarded' | 'earned', number>>;
  readonly #earned: Float64Array;

  constructor(data: RunData, timeline: BalanceTimeline | undefined) {
    this.#data = data;
    this.#timeline = timeline;
    this.isLarge = data.channelCount > MOST_BROAD;
    const facts = nodeFacts(data);
    this.#facts = facts;
    const { nodes, tokens } = data.packed;
    this.#earned = Float64Array.from(nodes, (_, node) =>
      [...facts.of(node).earned].reduce(
        (sum, [token, amount]) => sum + Number(amount) / 10 ** (tokens[token]?.decimals ?? 0),
        0,
      ),
    );
    const largest = (counts: ArrayLike<number>): number =>
      Array.from(counts).reduce((top, count) => Math.max(top, count), 0) || 1;
    this.#most = {
      traffic: largest(facts.transfers),
      failures: largest(facts.failuresIn),
      forwarded: largest(nodes.map((_, node) => facts.of(node).forwarded)),
      earned: largest(this.#earned),
    };
  }

  /** Marks the nodes and channels of the story that is open. */
  tell(story: ToldStory | undefined): void {
    this.#story = story && { nodes: new Set(story.nodes), channels: new Set(story.channels) };
  }

  /** The colours of the theme that is on. */
  useColours(colourOf: (name: string) => string): void {
    this.#palette = {
      fill: colourOf('--fill'),
      warn: colourOf('--warn-fill'),
      soft: colourOf('--accent-soft'),
      ink: colourOf('--ink'),
    };
  }

  get ink(): string {
    return this.#palette.ink;
  }

  /** The meaning of the width or darkness of channels, as a sentence. */
  get says(): string {
    const more = this.isLarge ? 'Darker' : 'Thicker';
    if (this.channelsBy === CHANNELS_BY[1])
      return `${more}: payments have moved more of the channel’s money one way until now.`;
    if (this.channelsBy === CHANNELS_BY[2]) return `${more}: more payments went through in the whole run.`;
    if (this.channelsBy === CHANNELS_BY[3]) return `${more}: more payments failed there in the whole run.`;
    return this.isLarge ? `${more}: it can hardly send one way.` : 'All channels are equally thick.';
  }

  node(node: number): { readonly color: string; readonly size: number; readonly forceLabel: boolean } {
    const isMarked = (this.#story?.nodes.has(node) ?? false) || this.pinned.has(node);
    const [least, most] = this.isLarge ? [1, 4] : [3, 9];
    const share =
      this.nodesBy === NODES_BY[1]
        ? (this.#earned[node] ?? 0) / this.#most.earned
        : this.#facts.of(node).forwarded / this.#most.forwarded;
    const size = least + most * Math.sqrt(Math.max(0, share));
    return {
      color: isMarked ? this.#palette.warn : this.#palette.ink,
      size: isMarked ? size + 2 : size,
      forceLabel: isMarked,
    };
  }

  channel(channel: number): {
    readonly color: string;
    readonly size: number;
    readonly type: 'line' | 'told';
    readonly zIndex: number;
  } {
    const { fill, soft, warn } = this.#palette;
    const isTold = this.#story?.channels.has(channel) ?? false;
    const plain = this.#story === undefined || isTold ? fill : soft;
    const isDry = this.#isDry(channel);
    const colour = isDry ? warn : plain;
    const weight = this.#weightOf(channel, isDry);
    return {
      type: isTold ? 'told' : 'line',
      size: isTold ? 6 : 0.6 + 6 * weight,
      // Fine lines have no width: what weighs more is darker.
      color: this.isLarge && !isTold ? this.#toneOf(colour, weight) : colour,
      zIndex: isTold ? 1 : 0,
    };
  }

  // Among tens of thousands of channels those that are dry would not be seen.
  #weightOf(channel: number, isDry: boolean): number {
    const { transfers, failuresIn } = this.#facts;
    if (this.channelsBy === CHANNELS_BY[1]) return this.#drain(channel);
    if (this.channelsBy === CHANNELS_BY[2]) return (transfers[channel] as number) / this.#most.traffic;
    if (this.channelsBy === CHANNELS_BY[3]) return (failuresIn[channel] as number) / this.#most.failures;
    return isDry || !this.isLarge ? 0.3 : 0;
  }

  /** The part of a channel's money that transfers have moved one way since the start, 0 to 1. */
  #drain(channel: number): number {
    const [first, second] = this.#balances(channel);
    const moved = Number(this.#timeline?.moved(channel) ?? this.#movedInAll(channel, first, second));
    return moved === 0 ? 0 : Math.min(1, Math.abs(moved) / Number(first + second));
  }

  // Where movements are not known, a deposit or a withdrawal shows by another sum.
  #movedInAll(channel: number, first: bigint, second: bigint): bigint {
    const { firstBalance, secondBalance } = this.#data.packed.channels;
    const [firstThen, secondThen] = [firstBalance, secondBalance].map((cells) =>
      this.#data.amount(cells, channel),
    ) as [bigint, bigint];
    return firstThen + secondThen === first + second ? firstThen - first : 0n;
  }

  #balances(channel: number): readonly [bigint, bigint] {
    const { firstAtEnd, secondAtEnd } = this.#data.packed.channels;
    return (
      this.#timeline?.holdings(channel).balance ?? [
        this.#data.amount(firstAtEnd, channel),
        this.#data.amount(secondAtEnd, channel),
      ]
    );
  }

  #isDry(channel: number): boolean {
    const [first, second] = this.#balances(channel);
    const sum = first + second;
    return sum > 0n && (first * 20n < sum || second * 20n < sum);
  }

  #toneOf(colour: string, weight: number): string {
    let tones = this.#tones.get(colour);
    if (tones === undefined) {
      tones = tonesOf(colour, Math.min(0.2, MOST_BROAD / 2 / this.#data.channelCount));
      this.#tones.set(colour, tones);
    }
    return tones[Math.round(weight * TONES)] ?? colour;
  }
}

// So many tones are told apart.
const TONES = 16;

// Of a colour as browsers compute it, `rgb(43, 108, 176)`. What is drawn is added up, so that its light fades, too: the
// more channels lie over each other, the fainter is the faintest.
function tonesOf(colour: string, faintest: number): readonly string[] {
  const light = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  return Array.from({ length: TONES + 1 }, (_, tone) => {
    const opacity = faintest + ((1 - faintest) * tone) / TONES;
    return `rgba(${light.map((each) => Math.round(each * opacity)).join(', ')}, ${opacity})`;
  });
}
