import type { NodeName, Timeouts } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { ANSWER_ATTEMPT, type Reading, type View } from '../../model/run/reading.ts';
import { type Check, type Clue, notChecked } from '../check.ts';
import type { Names } from '../facts/names.ts';
import { named, type ShownChannel } from '../facts/shown-state.ts';
import { ChannelTerms } from '../timeline/channel-terms.ts';
import type { Story } from '../story.ts';

/**
 * Each end of a channel shows the timeouts that it was opened with or set to, whenever it is asked: nothing else sets
 * them, and what set them before the run was acknowledged truly. Where a prediction says what every reading has to show, it judges these as well.
 */
export const timeouts: Check = {
  name: 'timeouts',
  role: 'state',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['channels'],
  judge(run, story) {
    const terms = new ChannelTerms(run);
    const set = endsAcknowledged(story).flatMap((end) => acknowledgedClues(end, terms));
    if (story.isPredicted && set.length === 0)
      return notChecked('the prediction says what each channel has to show');
    const ends = story.isPredicted ? [] : [...endsShown(story)];
    const told = new Set<string>();
    const clues = ends.flatMap((end) =>
      FIELDS.flatMap((field): readonly Clue[] => {
        const expected = terms.of(end.node, end, end.askedAtMs);
        const possible = expected?.[field];
        const setBy = field === 'revealTimeout' ? expected?.setBy : undefined;
        const name = nameOf(end, field);
        if (possible === undefined || possible.has(end[field]) || told.has(name)) return [];
        told.add(name);
        return [shownClue(end, field, { possible, by: end.answered ?? setBy ?? expected?.by ?? null })];
      }),
    );
    return { clues: [...set, ...clues], covered: `${ends.length} looks at channel ends` };
  },
};

const FIELDS = ['settleTimeout', 'revealTimeout'] as const;
type Field = (typeof FIELDS)[number];

const FIELD_NAMES: Readonly<Record<Field, string>> = {
  settleTimeout: 'settle timeout',
  revealTimeout: 'reveal timeout',
};

interface ShownEnd extends Pick<ShownChannel, 'token' | 'partner' | 'channel'>, Timeouts {
  readonly node: NodeName;
  readonly view: View;
  /** The operation that was answered with it; absent: it was shown when the node was asked for it. */
  readonly answered?: number;
  /** At the earliest. */
  readonly askedAtMs: number;
}

/** Ends as they were answered while the channels of the run were opened. */
function endsAcknowledged({ run: { readings }, names }: Story): readonly ShownEnd[] {
  return readings
    .filter(({ moment, attempt }) => moment === 'start' && attempt === ANSWER_ATTEMPT)
    .flatMap((reading) =>
      channelsIn(reading).map((channel) => shownEnd({ ...reading, askedAtMs: NEVER }, channel, names)),
    );
}

// Readings at the end come first: a timeout that showed for a while, or in an answer only, is the weaker finding.
function* endsShown({ run: { readings, records, load }, names }: Story): Iterable<ShownEnd> {
  const endsByName = new Map<string, ShownEnd>();
  const restedAtMs = new Map(records.map(({ operation, endedAtMs }) => [operation.id, endedAtMs]));
  for (const reading of readings) {
    const { moment } = reading;
    const askedAtMs = typeof moment === 'number' ? (restedAtMs.get(moment) ?? NEVER) : TIMES[moment];
    for (const channel of channelsIn(reading)) {
      const end = shownEnd({ ...reading, askedAtMs }, channel, names);
      endsByName.set(`${end.node} ${end.channel}`, end);
      if (reading.moment !== 'start') yield end;
    }
  }
  for (const look of load?.watched ?? [])
    for (const { channel, ...shown } of look.kind === 'channels' ? look.channels : []) {
      const end = endsByName.get(`${look.node} ${channel}`);
      if (end === undefined) continue;
      const { settleTimeout = end.settleTimeout, revealTimeout = end.revealTimeout } = shown;
      yield { ...end, view: CHANNELS, settleTimeout, revealTimeout, askedAtMs: look.askedAtMs };
    }
  for (const { operation, outcome, startedAtMs: askedAtMs } of records)
    if (outcome.kind === 'succeeded' && 'node' in operation)
      for (const channel of outcome.channels ?? []) {
        const { node, id } = operation;
        const asked = { node, view: CHANNELS, askedAtMs };
        if (channel !== null) yield { ...shownEnd(asked, channel, names), answered: id };
      }
}

const NEVER = Number.NEGATIVE_INFINITY;
// The last readings come after every answer.
const TIMES = { start: NEVER, end: Number.POSITIVE_INFINITY };

const CHANNELS: View = { kind: 'channels' };

function shownEnd(
  { node, view, askedAtMs }: Pick<ShownEnd, 'node' | 'view' | 'askedAtMs'>,
  shown: ChannelView,
  names: Names,
): ShownEnd {
  const { token, partner, channel, settleTimeout, revealTimeout } = named(shown, names);
  const terms = { settleTimeout: Number(settleTimeout), revealTimeout: Number(revealTimeout) };
  return { node, view, askedAtMs, token, partner, channel, ...terms };
}

function channelsIn({ value }: Reading): readonly ChannelView[] {
  if (value.kind === 'channels') return value.channels;
  return value.kind === 'channel' && value.channel !== null ? [value.channel] : [];
}

// The run starts from what the channels show.
function acknowledgedClues(end: ShownEnd, terms: ChannelTerms): readonly Clue[] {
  return FIELDS.flatMap((field) => {
    const expected = terms.of(end.node, end, end.askedAtMs)?.[field];
    if (expected === undefined || expected.has(end[field])) return [];
    return clueOf(end, field, {
      title: `${end.node} shows another ${endText(end, field)} than it acknowledged, before the first operation`,
      predicted: `${end[field]}`,
      observed: [...expected].join(' or '),
      decidedBy: 'the answers to what opened the channels of the run',
      noticed: 'start',
    });
  });
}

function shownClue(
  end: ShownEnd,
  field: Field,
  { possible, by }: { readonly possible: ReadonlySet<number>; readonly by: number | null },
): Clue {
  const { node, answered } = end;
  return clueOf(end, field, {
    operation: by,
    title: `${node} ${answered === undefined ? 'shows' : 'answers with'} another ${endText(end, field)} than it was opened with or set to`,
    predicted: [...possible].join(' or '),
    observed: `${end[field]}`,
    decidedBy: 'the timeouts before the run and those requested',
    noticed: answered ?? 'end',
  });
}

function endText({ token, partner }: ShownEnd, field: Field): string {
  return `${FIELD_NAMES[field]} of its ${token} channel with ${partner}`;
}

function clueOf(
  { node, view, token, partner }: ShownEnd,
  field: Field,
  words: Omit<Clue, 'node' | 'view' | 'subject'>,
): Clue {
  return { ...words, node, view, subject: { kind: 'channel', token, partner, field } };
}

// Both ends show the settle timeout of their channel.
function nameOf({ node, token, partner }: ShownEnd, field: Field): string {
  const ends = field === 'settleTimeout' ? [node, partner].toSorted() : [node, partner];
  return JSON.stringify([field, token, ...ends]);
}
