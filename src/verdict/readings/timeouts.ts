import type { WatchedEnd } from '../../model/load/load-result.ts';
import { channelKey, type NodeName } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { ANSWER_ATTEMPT, type View } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { type Check, type Clue, notChecked } from '../check.ts';
import { type Names, namesOf } from '../facts/names.ts';
import { ChannelTerms, type NamedEnd } from '../story/channel-terms.ts';

/**
 * Each end of a channel shows the time-outs that it was opened with, whenever it is asked: nothing but an opening sets
 * them, and what set them before the run was acknowledged truly. Where a prediction says what every reading has to show, it judges these as well.
 */
export const timeouts: Check = {
  name: 'timeouts',
  role: 'state',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['channels'],
  judge(run, { isPredicted }) {
    const terms = new ChannelTerms(run);
    const set = [...endsAcknowledged(run)].flatMap((end) => acknowledgedClues(end, terms));
    if (isPredicted && set.length === 0)
      return notChecked('the prediction says what each channel has to show');
    const ends = isPredicted ? [] : [...endsShown(run)];
    const told = new Set<string>();
    const clues = ends.flatMap((end) =>
      FIELDS.flatMap((field): readonly Clue[] => {
        const expected = terms.of(end.node, end);
        const [possible, shown] = [expected?.[field], end[field]];
        if (expected === undefined || possible === undefined || shown === undefined || possible.has(shown))
          return [];
        const name = nameOf(end, field);
        if (told.has(name)) return [];
        told.add(name);
        return [clueOf(end, { field, possible, shown, by: end.answered ?? expected.by })];
      }),
    );
    return { clues: [...set, ...clues], covered: `${ends.length} looks at channel ends` };
  },
};

const FIELDS = ['settleTimeout', 'revealTimeout'] as const;
type Field = (typeof FIELDS)[number];

const FIELD_NAMES: Readonly<Record<Field, string>> = {
  settleTimeout: 'settle time-out',
  revealTimeout: 'reveal time-out',
};

interface ShownEnd extends NamedEnd, Partial<Readonly<Record<Field, number>>> {
  readonly node: NodeName;
  readonly view: View;
  /** The operation that was answered with it; absent: it was shown when the node was asked for it. */
  readonly answered?: number;
}

/** Ends as they were answered while the channels of the run were opened. */
function* endsAcknowledged({ start, readings }: Run): Iterable<ShownEnd> {
  const names = namesOf(start);
  for (const { moment, attempt, node, view, value } of readings)
    if (moment === 'start' && attempt === ANSWER_ATTEMPT)
      for (const channel of channelsIn(value)) yield shownEnd({ node, view }, channel, names);
}

// Readings at the end come first: a time-out that showed for a while, or in an answer only, is the weaker finding.
function* endsShown(run: Run): Iterable<ShownEnd> {
  const names = namesOf(run.start);
  const partnerOf = new Map<string, NodeName>();
  for (const { moment, node, view, value } of run.readings) {
    for (const channel of channelsIn(value)) {
      const end = shownEnd({ node, view }, channel, names);
      partnerOf.set(JSON.stringify([node, channelKey(end.token, end.identifier)]), end.partner);
      if (moment !== 'start') yield end;
    }
  }
  for (const look of run.load?.watched ?? [])
    if (look.kind === 'channels')
      for (const end of look.channels) {
        const partner = partnerOf.get(JSON.stringify([look.node, end.channel]));
        if (partner !== undefined) yield watchedEnd(look.node, partner, end);
      }
  for (const { operation, outcome } of run.records)
    if (outcome.kind === 'succeeded' && 'node' in operation)
      for (const channel of outcome.channels ?? []) {
        const { node, id } = operation;
        if (channel === null) continue;
        const end = shownEnd({ node, view: { kind: 'channels' } }, channel, names);
        yield { ...end, answered: id };
      }
}

function shownEnd(
  { node, view }: Pick<ShownEnd, 'node' | 'view'>,
  channel: ChannelView,
  names: Names,
): ShownEnd {
  return {
    node,
    view,
    token: names.token(channel.tokenAddress),
    partner: names.node(channel.partnerAddress),
    identifier: Number(channel.channelIdentifier),
    settleTimeout: Number(channel.settleTimeout),
    revealTimeout: Number(channel.revealTimeout),
  };
}

function channelsIn(value: Run['readings'][number]['value']): readonly ChannelView[] {
  if (value.kind === 'channels') return value.channels;
  return value.kind === 'channel' && value.channel !== null ? [value.channel] : [];
}

function watchedEnd(
  node: NodeName,
  partner: NodeName,
  { channel, settleTimeout, revealTimeout }: WatchedEnd,
): ShownEnd {
  const colon = channel.lastIndexOf(':');
  return {
    node,
    view: { kind: 'channels' },
    partner,
    token: channel.slice(0, colon),
    identifier: Number(channel.slice(colon + 1)),
    ...(settleTimeout === undefined ? {} : { settleTimeout }),
    ...(revealTimeout === undefined ? {} : { revealTimeout }),
  };
}

// The run starts from what the channels show.
function acknowledgedClues(end: ShownEnd, terms: ChannelTerms): readonly Clue[] {
  const { node, view, token, partner } = end;
  return FIELDS.flatMap((field) => {
    const [predicted, answered] = [end[field], terms.of(node, end)?.[field]];
    if (predicted === undefined || answered === undefined || answered.has(predicted)) return [];
    return [
      {
        operation: null,
        node,
        view,
        subject: { kind: 'channel', token, partner, field } as const,
        title: `${node} shows another ${FIELD_NAMES[field]} of its ${token} channel with ${partner} than it acknowledged, before the first operation`,
        predicted: `${predicted}`,
        observed: [...answered].join(' or '),
        decidedBy: 'the answers to what opened the channels of the run',
        noticed: 'start' as const,
      },
    ];
  });
}

// Both ends show the settle time-out of their channel.
function nameOf({ node, token, partner }: ShownEnd, field: Field): string {
  const ends = field === 'settleTimeout' ? [node, partner].toSorted() : [node, partner];
  return JSON.stringify([field, token, ...ends]);
}

function clueOf(
  { node, view, token, partner, answered }: ShownEnd,
  {
    field,
    possible,
    shown,
    by,
  }: {
    readonly field: Field;
    readonly possible: ReadonlySet<number>;
    readonly shown: number;
    readonly by: number | null;
  },
): Clue {
  return {
    operation: by,
    node,
    view,
    subject: { kind: 'channel', token, partner, field },
    title: `${node} ${answered === undefined ? 'shows' : 'answers with'} another ${FIELD_NAMES[field]} of its ${token} channel with ${partner} than it was opened with`,
    predicted: [...possible].join(' or '),
    observed: `${shown}`,
    decidedBy: 'the time-outs of before the run, and those that were asked for',
    noticed: answered ?? 'end',
  };
}
