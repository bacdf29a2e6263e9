import { z } from 'zod';
import { inMs, mapping, optional } from '../text/schema.ts';
import { durationDistribution } from './distribution-fields.ts';
import { amount, duration, integer, number } from './values.ts';

/**
 * Protocols and routers that a scenario may name, the default first; handed in by the registry of alternatives
 * (jobs/assemble.ts).
 */
export interface ProtocolChoices {
  readonly protocols: readonly { readonly kind: string; readonly description: string }[];
  readonly routers: readonly { readonly name: string }[];
}

/** The rules payments run by. Defaults are the Python node's (raiden.md 1.3 and 2). */
export function protocol({ protocols, routers }: ProtocolChoices) {
  const kinds = protocols.map(({ kind, description }) => `\`${kind}\`: ${description}`).join('; ');
  return mapping({
    kind: choice(protocols.map(({ kind }) => kind)).describe(
      `How payments happen. ${kinds}. A kind ignores settings that it has no use for.`,
    ),
    blockTime: duration({ positive: true }).describe('Time between two blocks.').prefault('15s'),
    confirmations: integer({ min: 0, max: 1000 })
      .describe('Blocks until an on-chain transaction counts.')
      .prefault(5),
    // A direct payment takes 60 to 116 ms on a live node, a further hop as long again (python-node.md 2).
    hopLatency: durationDistribution()
      .describe('How long one message takes from one node to the next.')
      .prefault('50ms'),
    // 25 to 50 ms of CPU per payment at the sender and at the receiver, two steps each (python-node.md 2).
    processingTime: optional(
      durationDistribution(),
      'How long a node is busy with one payment request, or one message of a payment; one after the other. Absent: not at all.',
    ),
    // Raiden 160 (raiden.md 2.1); 483 in Lightning (BOLT 2, max_accepted_htlcs).
    maxPendingLocks: integer({ min: 1, max: 483 })
      .describe('Pending locks per channel end; a Raiden node takes 160, a Lightning node 483.')
      .prefault(160),
    router: choice(routers.map(({ name }) => name)).describe('How paths are chosen.'),
    view: z
      .enum(['exact', 'delayed', 'capacity'])
      .describe('What routers know: balances, balances of `viewDelay` ago, or capacities only.')
      .default('exact'),
    viewDelay: duration()
      .describe('How long a change takes to become known to a `delayed` view.')
      .prefault('1s'),
    maxPaths: integer({ min: 1, max: 100 }).describe('Paths asked for per payment.').prefault(3),
    attempts: optional(
      integer({ min: 1, max: 100 }),
      'How often a payer tries a payment before it reports a failure, with new routes each time. Absent: once, as Raiden nodes do.',
    ),
    maxFeePercent: number({ min: 0, max: 100 })
      .describe('Highest mediation fee a sender accepts.')
      .meta({ 'x-unit': 'percent of the amount' })
      .prefault(20),
    pathFindingPrice: optional(
      amount(),
      'What the path-finding service charges a payer for each answer, also for a no; absent: nothing.',
    ),
  })
    .transform(inMs('blockTime', 'viewDelay'))
    .meta({ 'x-section': 'Protocol' });
}

function choice(names: readonly string[]) {
  return z.enum(names).default(names[0] as string);
}
