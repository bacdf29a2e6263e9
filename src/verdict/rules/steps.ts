import { scriptedSteps } from '../../model/load/scripted-steps.ts';
import { describeOperation, describeOutcome, tokenWriter } from '../../model/run/describe-operation.ts';
import { changesChannels } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { aboutOperation, type Check, type Clue } from '../check.ts';
import { shownWith } from '../facts/shown-state.ts';
import type { Story } from '../story.ts';

/** The steps of a load do what they were answered with: no channel is there that was not opened, and not every step is refused. */
export const steps: Check = {
  name: 'steps',
  role: 'operation',
  appliesTo: ['load', 'sample'],
  needs: ['channels'],
  judge(run, story) {
    const { asked, refused } = scriptedSteps(run.records);
    const covered = `${asked.length - refused.length} of ${asked.length} steps done or refused as expected`;
    return { clues: [...shownUnopened(story), ...allRefused(run)], covered };
  },
};

// Between nodes that have no channel by any answer.
function shownUnopened({ run, records, lives, atEnd }: Story): readonly Clue[] {
  const write = tokenWriter(run);
  return records.flatMap(({ operation, outcome }) => {
    if (!changesChannels(operation) || operation.kind === 'leave') return [];
    const { node, partner, token, id } = operation;
    const isKnown = lives.of(node).some((life) => life.token === token && life.between.includes(partner));
    const channel = shownWith(atEnd.channels.get(node), operation);
    if (isKnown || channel?.state !== 'opened') return [];
    return [
      {
        operation: id,
        node,
        view: { kind: 'channels' },
        subject: { kind: 'channel', token, partner, field: 'presence' },
        title: `${describeOperation(operation, write)}: ${describeOutcome(outcome)}, and the channel is there after the load`,
        predicted: 'no channel',
        observed: 'opened',
        decidedBy: 'answers to the steps of the load',
      },
    ];
  });
}

// One of many may be refused for what the traffic left; all of them say that the script never ran, unless they are
// payments, which a network may have no money for.
function allRefused(run: Run): readonly Clue[] {
  const { asked, refused } = scriptedSteps(run.records);
  const first = refused.find(({ operation }) => changesChannels(operation));
  if (first === undefined || refused.length < asked.length) return [];
  const { operation, outcome } = first;
  const message = outcome.kind === 'failed' ? `: ${outcome.message}` : '';
  return [
    {
      ...aboutOperation(operation),
      title: `every step of the scenario was refused, ${refused.length} of ${asked.length}`,
      predicted: 'a step that is done, or `outcome:` in the scenario that says that it fails',
      observed: `${describeOperation(operation, tokenWriter(run))}: ${describeOutcome(outcome)}${message}`,
      decidedBy: 'the answers to the steps',
    },
  ];
}
