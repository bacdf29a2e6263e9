import type { NodeName } from '../../model/network/network.ts';
import { capacityOf } from '../../model/run/answer.ts';
import type { Operation } from '../../model/run/operation.ts';
import { type Reading, viewKey } from '../../model/run/reading.ts';
import { type Run, snapshotAt } from '../../model/run/run.ts';
import { type Check, type Clue, nodesRead } from '../check.ts';
import type { Subject } from '../facts/facts.ts';
import type { Names } from '../facts/names.ts';
import { type ShownChannel, shownWith } from '../facts/shown-state.ts';
import { viewOf } from '../facts/view-of.ts';
import { discrepancyClue } from '../readings/discrepancy-clue.ts';
import { type MismatchContext, siblingKey } from '../comparison/mismatches.ts';
import { lastReadings, ReadingPrediction } from '../comparison/reading-prediction.ts';
import { effectOf } from '../refusals.ts';
import type { Story } from '../story.ts';

/** The views of the nodes at the end fit together: a channel and its token's network, its both ends, and all views of one node. */
export const consistency: Check = {
  name: 'consistency',
  role: 'self',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['channels', 'connections'],
  believes: 'views',
  judge(run, story) {
    const { atEnd } = story;
    const clues = [
      ...[...atEnd.channels].flatMap(([node, list]) =>
        list.flatMap((one) => [...inItsNetwork(node, one, story), ...bothEnds(node, one, story)]),
      ),
      ...viewsDiffering(story),
    ];
    return { clues, covered: nodesRead(run) };
  },
};

function inItsNetwork(node: NodeName, one: ShownChannel, { names }: Story): readonly Clue[] {
  const { token, tokenAddress, partner, tokenNetworkAddress } = one;
  const shown = names.tokenOfNetwork(tokenNetworkAddress);
  // Nothing is known of the network of a token that the run does not name.
  if (shown === token || token === tokenAddress) return [];
  const title = `${node} shows its ${token} channel with ${partner} in another token network`;
  const subject: Subject = { kind: 'channel', token, partner, field: 'tokenNetwork' };
  const view = { kind: 'channels' } as const;
  return [clueOf({ node, view, subject, title, predicted: token, observed: shown })];
}

function bothEnds(node: NodeName, one: ShownChannel, { atEnd, moving }: Story): readonly Clue[] {
  const { token, partner } = one;
  const others = atEnd.channels.get(partner);
  // A partner that was not read, or a closing channel whose ends learn of it at different blocks, says nothing.
  if (others === undefined || one.state !== 'opened') return [];
  const other = shownWith(others, { token, partner: node });
  const subject: Subject = { kind: 'channel', token, partner, field: 'balance' };
  const common = { node, view: { kind: 'channels' }, subject } as const;
  if (other === undefined) {
    return [
      clueOf({
        ...common,
        node: partner,
        // Either of the two may lie: the partner by hiding the channel, the node by inventing it.
        subject: { kind: 'channel', token, partner: node, field: 'presence' },
        title: `${partner} does not show the ${token} channel that ${node} has with it`,
        predicted: 'the channel',
        observed: 'not there',
      }),
    ];
  }
  // Each channel is judged once, from the end whose name comes first.
  if (node > partner) return [];
  if (other.channelIdentifier !== one.channelIdentifier) {
    const title = `${node} and ${partner} name their ${token} channel differently`;
    const [predicted, observed] = [`${other.channelIdentifier}`, `${one.channelIdentifier}`];
    return [clueOf({ ...common, title, predicted, observed })];
  }
  const capacity = capacityOf(one, other);
  const off = one.balance + other.balance - capacity;
  if (off === 0n || moving.explains(off, { between: [node, partner], channel: one })) return [];
  const title = `the balances of ${node} and ${partner} in ${token} do not add up to their channel's capacity`;
  const observed = `${one.balance} + ${other.balance}`;
  return [clueOf({ ...common, title, predicted: `${capacity}`, observed })];
}

/**
 * A node shows each thing alike in all of its views: shorter lists and single channels are parts of its whole lists, and
 * connections their sums. At rest it does so each time it is asked; else only its last looks are compared.
 */
function viewsDiffering(story: Story): readonly Clue[] {
  const { run, names } = story;
  const looks = run.readings.filter(({ moment }) => moment === 'end');
  const last = new Set(lastReadings(looks).values());
  const told = new ReadingPrediction(
    { start: run.start, readings: toldByLists([...last], names) },
    run.start,
  );
  const isAtRest = (atMs: number): boolean => story.overlaps && !mayStillMove(run) && atMs >= story.restAtMs;
  return looks.flatMap((reading) => {
    const isLast = last.has(reading);
    // The last whole list is what others are held against, and may be long.
    if (isLast ? isWholeList(reading) : !isAtRest(reading.atMs)) return [];
    if (told.hasValueOf(reading)) return [];
    const manner = isLast ? 'settled' : 'flickered';
    return told
      .differences(reading, ONE_NODE)
      .filter(({ key, subject }) => {
        // A closing channel changes by itself between two readings.
        const stateKey = subject.kind === 'channel' ? siblingKey(key, subject.field, 'state') : undefined;
        const sides = [told.predictedFacts(reading), told.observedFacts(reading)];
        return stateKey === undefined || sides.some((facts) => facts.get(stateKey)?.value === 'opened');
      })
      .map((mismatch) => ({
        ...discrepancyClue({ ...reading, ...mismatch, manner, isOld: false }, story),
        operation: null,
        decidedBy: "the node's whole lists: its other views are parts of them, or their sums",
      }));
  });
}

// It names a channel alike wherever it shows it.
const ONE_NODE: MismatchContext = {
  identifiers: { agrees: ({ predicted, observed }) => predicted === observed },
  stateBefore: () => undefined,
  mayBeListed: () => false,
};

/** Each view that was read, as the whole lists of its node say that it must be. */
function toldByLists(looks: readonly Reading[], names: Names): readonly Reading[] {
  const { channels, history } = snapshotAt('end', { readings: looks });
  return looks.flatMap((reading) => {
    const { node, view } = reading;
    const value = viewOf(view, { channels: channels.get(node), history: history.get(node) }, names);
    return value === undefined || reading.value.kind === 'unread' ? [] : [{ ...reading, value }];
  });
}

function isWholeList({ view, value }: Reading): boolean {
  return value.kind === viewKey(view) && value.kind !== 'connections';
}

// A payment without an answer may still be made, and a node that was stopped or is slow hears late.
function mayStillMove({ records }: Run): boolean {
  return records.some(
    (record) =>
      record.outcome.kind === 'indeterminate' ||
      effectOf(record) === 'maybe' ||
      DELAYS.has(record.operation.kind),
  );
}

const DELAYS: ReadonlySet<Operation['kind']> = new Set(['stop', 'start', 'slow']);

function clueOf(words: Omit<Clue, 'decidedBy'>): Clue {
  return { ...words, decidedBy: 'views of the nodes compared with each other' };
}
