import { scriptedSteps } from '../../model/load/scripted-steps.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { describeOperation, describeOutcome } from '../../model/run/describe-operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { snapshotAt } from '../../model/run/snapshot.ts';
import type { Check, Clue } from '../check.ts';
import { channelIn, namesOf } from '../facts/names.ts';
import { type EndAfterSteps, endsAfterSteps } from './ends-after-steps.ts';

/**
 * What a load's own steps were answered with stands at its end: what was deposited, withdrawn, opened and closed, at
 * the node that said so; and not every step was refused.
 */
export const steps: Check = {
  name: 'steps',
  role: 'operation',
  appliesTo: ['load', 'sample'],
  needs: ['channels'],
  judge(run) {
    const names = namesOf(run.start);
    const { channels } = snapshotAt('end', run);
    const { asked, refused } = scriptedSteps(run.records);
    const clues = endsAfterSteps(run).flatMap((end) => {
      const list = channels.get(end.node);
      return list === undefined ? [] : judgeEnd(end, channelIn(list, end, names));
    });
    const covered = `${asked.length - refused.length} of ${asked.length} steps done or refused as expected`;
    return { clues: [...clues, ...allRefused(run)], covered };
  },
};

function judgeEnd(end: EndAfterSteps, channel: ChannelView | undefined): readonly Clue[] {
  const { by, state, token, partner } = end;
  const shown = channel?.state ?? 'no channel';
  if (state === 'closed' && shown === 'opened')
    return [clueOf(end, by, { field: 'state', predicted: 'closed, or gone', observed: shown })];
  if (state !== 'open') return [];
  if (channel === undefined || channel.state !== 'opened')
    return [clueOf(end, by, { field: 'presence', predicted: 'an open channel', observed: shown })];
  return TOTALS.flatMap((field) => {
    const total = end[field];
    if (total.by === undefined || (channel[field] >= total.low && channel[field] <= total.high)) return [];
    const predicted = total.low === total.high ? `${total.low}` : `${total.low} to ${total.high}`;
    const about = { field, predicted, observed: `${channel[field]} ${token} with ${partner}` };
    return [clueOf(end, total.by, about)];
  });
}

const TOTALS = ['totalDeposit', 'totalWithdraw'] as const;

const FIELD_NAMES = {
  state: 'its state',
  presence: 'its channel',
  totalDeposit: 'its total deposit',
  totalWithdraw: 'its total withdraw',
};

function clueOf(
  { node, token, partner }: EndAfterSteps,
  { operation, outcome }: OperationRecord,
  { field, ...shown }: Pick<Clue, 'predicted' | 'observed'> & { readonly field: keyof typeof FIELD_NAMES },
): Clue {
  return {
    operation: operation.id,
    node,
    view: { kind: 'channels' },
    subject: { kind: 'channel', token, partner, field },
    title: `${describeOperation(operation)}: ${describeOutcome(outcome)}, and ${FIELD_NAMES[field]} is another after the load`,
    ...shown,
    decidedBy: 'what the steps of the load were answered with, in their order',
    noticed: 'end',
  };
}

// One of many may be refused for what the traffic left; all of them say that the script never ran.
function allRefused({ records }: Run): readonly Clue[] {
  const { asked, refused } = scriptedSteps(records);
  const [first] = refused;
  if (first === undefined || refused.length < asked.length) return [];
  const { operation, outcome } = first;
  const message = outcome.kind === 'failed' ? `: ${outcome.message}` : '';
  return [
    {
      operation: operation.id,
      ...('node' in operation ? { node: operation.node } : {}),
      title: `every step of the scenario was refused, ${refused.length} of ${asked.length}`,
      predicted: 'a step that is done, or `outcome:` in the scenario that says that it fails',
      observed: `${describeOperation(operation)}: ${describeOutcome(outcome)}${message}`,
      decidedBy: 'the answers to the steps',
      noticed: operation.id,
    },
  ];
}
