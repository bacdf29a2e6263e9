import { isWithin, rangeText } from '../../model/network/amount.ts';
import { scriptedSteps } from '../../model/load/scripted-steps.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import {
  type AmountWriter,
  describeOperation,
  describeOutcome,
  tokenWriter,
} from '../../model/run/describe-operation.ts';
import { CHANGES_CHANNELS, type Operation, type OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { Check, Clue } from '../check.ts';
import { shownWith } from '../facts/shown-state.ts';
import { endsWhenSeen, type EndWhenSeen } from '../story/channel-ends.ts';

/**
 * At its end a load's nodes show what they acknowledged to its steps: deposits, withdrawals, channels opened and
 * closed; and not every step was refused.
 */
export const steps: Check = {
  name: 'steps',
  role: 'operation',
  appliesTo: ['load', 'sample'],
  needs: ['channels'],
  judge(run, { lives, records, atEnd }) {
    const write = tokenWriter(run);
    const { asked, refused } = scriptedSteps(run.records);
    const changes = records.filter(isStep);
    const clues = [...atEnd.channels].flatMap(([node, list]) => {
      const stepsOfNode = changes.filter(({ operation }) => operation.node === node);
      if (stepsOfNode.length === 0) return [];
      // Of several channels with one partner the last one stands.
      const ends = new Map(endsWhenSeen(lives, node).map((end) => [pairOf(end), end]));
      const fromEnds = [...ends.values()].flatMap((end) =>
        judgeEnd(end, {
          node,
          steps: stepsOfNode.filter(isAbout(end)),
          channel: shownWith(list, end),
          write,
        }),
      );
      const unopened = lastOfPairs(
        stepsOfNode.filter(isPairStep).filter((step) => !ends.has(pairOf(step.operation))),
      );
      const fromNothing = unopened.flatMap((step) =>
        shownWith(list, step.operation)?.state === 'opened'
          ? [openedClue({ node, end: step.operation, write }, step)]
          : [],
      );
      return [...fromEnds, ...fromNothing];
    });
    const covered = `${asked.length - refused.length} of ${asked.length} steps done or refused as expected`;
    return { clues: [...clues, ...allRefused(run)], covered };
  },
};

type Change = Extract<Operation, { readonly kind: 'open' | 'deposit' | 'withdraw' | 'close' | 'leave' }>;
type Step = OperationRecord & { readonly operation: Change };

function isStep(record: OperationRecord): record is Step {
  return CHANGES_CHANNELS.has(record.operation.kind);
}

type PairStep = OperationRecord & { readonly operation: Exclude<Change, { readonly kind: 'leave' }> };
type Pair = Pick<EndWhenSeen, 'token' | 'partner'>;

function isPairStep(step: Step): step is PairStep {
  return step.operation.kind !== 'leave';
}

/** An end that its node was asked to change, and as the node shows it. */
interface SteppedEnd {
  readonly node: NodeName;
  /** In the order in which they were asked for. */
  readonly steps: readonly Step[];
  readonly channel: ChannelView | undefined;
  readonly write: AmountWriter;
}

function judgeEnd(end: EndWhenSeen, { node, steps: own, channel, write }: SteppedEnd): readonly Clue[] {
  const [first] = own;
  if (first === undefined) return [];
  const decisive = (id: number | null): Step => own.find(({ operation }) => operation.id === id) ?? first;
  const about = { node, end, write };
  const state = channel?.state ?? 'no channel';
  if (end.closedBy !== null) return state === 'opened' ? [openedClue(about, decisive(end.closedBy))] : [];
  if (!end.isThere || end.mayBeClosed) return [];
  if (channel?.state !== 'opened')
    return [
      clueOf(about, decisive(end.openedBy), {
        field: 'presence',
        predicted: 'an open channel',
        observed: state,
      }),
    ];
  return TOTALS.flatMap((field) => {
    const by = own.findLast(({ operation }) => RAISED_BY[field].includes(operation.kind));
    if (by === undefined || isWithin(channel[field], end[field])) return [];
    return [
      clueOf(about, by, {
        field,
        predicted: rangeText(end[field]),
        observed: `${channel[field]} ${end.token} with ${end.partner}`,
      }),
    ];
  });
}

function pairOf({ token, partner }: Pair): string {
  return `${token} ${partner}`;
}

function lastOfPairs(pairSteps: readonly PairStep[]): readonly PairStep[] {
  return [...new Map(pairSteps.map((step) => [pairOf(step.operation), step])).values()];
}

function isAbout({ token, partner }: EndWhenSeen): (step: Step) => boolean {
  return ({ operation }) =>
    operation.token === token && (operation.kind === 'leave' || operation.partner === partner);
}

const TOTALS = ['totalDeposit', 'totalWithdraw'] as const;
const RAISED_BY: Readonly<Record<(typeof TOTALS)[number], readonly string[]>> = {
  totalDeposit: ['open', 'deposit'],
  totalWithdraw: ['withdraw'],
};

const FIELD_NAMES = {
  state: 'its state',
  presence: 'its channel',
  totalDeposit: 'its total deposit',
  totalWithdraw: 'its total withdraw',
};

/** The subject of a clue, and how it writes amounts. */
interface About {
  readonly node: NodeName;
  readonly end: Pair;
  readonly write: AmountWriter;
}

function openedClue(about: About, by: OperationRecord): Clue {
  return clueOf(about, by, { field: 'state', predicted: 'closed, or gone', observed: 'opened' });
}

function clueOf(
  { node, end: { token, partner }, write }: About,
  { operation, outcome }: OperationRecord,
  { field, ...shown }: Pick<Clue, 'predicted' | 'observed'> & { readonly field: keyof typeof FIELD_NAMES },
): Clue {
  return {
    operation: operation.id,
    node,
    view: { kind: 'channels' },
    subject: { kind: 'channel', token, partner, field },
    title: `${describeOperation(operation, write)}: ${describeOutcome(outcome)}, and ${FIELD_NAMES[field]} is another after the load`,
    ...shown,
    decidedBy: 'what the steps of the load were answered with, in their order',
    noticed: 'end',
  };
}

// One of many may be refused for what the traffic left; all of them say that the script never ran, unless they are
// payments, which a network may have no money for.
function allRefused(run: Run): readonly Clue[] {
  const { asked, refused } = scriptedSteps(run.records);
  const first = refused.find(isStep);
  if (first === undefined || refused.length < asked.length) return [];
  const { operation, outcome } = first;
  const message = outcome.kind === 'failed' ? `: ${outcome.message}` : '';
  return [
    {
      operation: operation.id,
      ...('node' in operation ? { node: operation.node } : {}),
      title: `every step of the scenario was refused, ${refused.length} of ${asked.length}`,
      predicted: 'a step that is done, or `outcome:` in the scenario that says that it fails',
      observed: `${describeOperation(operation, tokenWriter(run))}: ${describeOutcome(outcome)}${message}`,
      decidedBy: 'the answers to the steps',
      noticed: operation.id,
    },
  ];
}
