import type { Network, NodeName, Timeouts } from '../../model/network/network.ts';
import { startedWithSettings } from '../../model/scenario/node-settings.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { Pace } from '../../model/run/run.ts';
import { longestMs } from '../../model/scenario/distribution.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { MOST_HOPS } from '../../verdict/timeline/travel-time.ts';

/** How long one answer is waited for. */
export interface AnswerDeadline {
  readonly scenario: Scenario;
  /** Its channels may have been there before, with timeouts of their own. */
  readonly network: Network;
  readonly operations: readonly Operation[];
  readonly pace: Pace;
  /** How many times as fast as the wall the targets' clock is. */
  readonly speed: number;
  /** Milliseconds of the wall beside what the model needs: requests cross sockets and processes, however fast clocks are. */
  readonly graceMs: number;
}

// Blocks after its expiration until a payer gives a lock up (raiden.md 2.5).
const BLOCKS_AFTER_LOCK = 10;
// An allowance, a deposit and an opening follow each other on-chain, and so do a close and its settlement.
const TRANSACTIONS = 3;
// A payment's messages cross a slow node one after the other: transfer, secret, unlock and their acknowledgements.
const MESSAGES = 6;
// Blocks of a real chain come by chance, and some late.
const LATE_BLOCKS = 1.5;

/** Milliseconds of the wall after which an answer is late by all that the model knows: locks, blocks, messages, slow and busy nodes. */
export function answerDeadlineMs(asked: AnswerDeadline): number {
  const { scenario, operations, speed, graceMs } = asked;
  const { protocol } = scenario;
  const { revealTimeout, settleTimeout } = longestTimeouts(asked);
  const waits = operations.map((operation) => {
    if (operation.kind === 'pay')
      return Math.max(2 * revealTimeout, operation.lockTimeout ?? 0) + BLOCKS_AFTER_LOCK;
    // A partner that does not sign is waited for as long as a lock lives (raiden.md 1.4).
    return (
      2 * revealTimeout +
      TRANSACTIONS * protocol.confirmations +
      (operation.kind === 'leave' ? settleTimeout : 0)
    );
  });
  const hopsMs = MOST_HOPS * longestMs(protocol.hopLatency) + slownessMs(operations) + queueMs(asked);
  const messageMs = MESSAGES * hopsMs;
  const modelMs =
    (protocol.attempts ?? 1) * Math.max(0, ...waits) * protocol.blockTimeMs * LATE_BLOCKS + messageMs;
  return Math.ceil(graceMs + modelMs / speed);
}

/** How much later messages cross, every node that is made slow being one of those on the way. */
export function slownessMs(operations: readonly Operation[]): number {
  const byNode = new Map<NodeName, number>();
  for (const operation of operations) {
    if (operation.kind !== 'slow') continue;
    byNode.set(operation.node, Math.max(byNode.get(operation.node) ?? 0, operation.byMs));
  }
  return [...byNode.values()].reduce((sum, byMs) => sum + byMs, 0);
}

// A message is taken up after all that came before it, and every payment that is on its way may have one there.
function queueMs({ scenario: { protocol }, operations, pace }: AnswerDeadline): number {
  if (protocol.processingTime === undefined) return 0;
  const payments = pace === 'sequential' ? 1 : operations.filter(({ kind }) => kind === 'pay').length;
  return (MOST_HOPS + payments) * longestMs(protocol.processingTime);
}

function longestTimeouts({ scenario, network, operations }: AnswerDeadline): Timeouts {
  const { networks, nodes } = scenario;
  const own = Object.values(nodes);
  const asked = operations.filter((operation) => operation.kind === 'open' || operation.kind === 'set');
  const existing = network.mapEdges((_key, { settleTimeout, revealTimeout }) => ({
    settleTimeout,
    revealTimeout: Math.max(...revealTimeout),
  }));
  const started = startedWithSettings(operations).map(({ settings }) => settings);
  const terms: readonly Partial<Timeouts>[] = [...networks, ...own, ...asked, ...existing, ...started];
  return {
    revealTimeout: Math.max(0, ...terms.map((each) => each.revealTimeout ?? 0)),
    settleTimeout: Math.max(0, ...terms.map((each) => each.settleTimeout ?? 0)),
  };
}
