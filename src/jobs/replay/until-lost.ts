import type { NodeName } from '../../model/network/network.ts';
import type { Answer, PendingTransfer } from '../../model/run/answer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeApi, Nodes, PaymentRequest } from '../../ports/node-api.ts';
import { sleep } from '../../runtime/sleep.ts';
import { anyAborted } from '../../runtime/unless-aborted.ts';
import { LONGER_THAN_ANSWER } from '../../verdict/timeline/travel-time.ts';

// A node waits up to 90 s for its path-finding service before it has a transfer to list (raiden.md 1.7).
const PATIENCE_MS = 100_000;
// A node that has lost a payment holds up no further one for longer, unless answers have taken long.
const LATER_PATIENCE_MS = 10_000;
// An answer may be on its way when the transfer has just left the list.
const LOOKS = 2;
const LOOK_AGAIN_MS = 10_000;

/**
 * Nodes whose payments are waited for as long as they list them as pending. Locks may live for half an hour, and an answer
 * comes no sooner; of a payment that the node does not list there is nothing to wait for.
 */
export function untilLost(
  nodes: Pick<Nodes, 'node'>,
  { readers, clock, slowMs }: UntilLost,
): Pick<Nodes, 'node'> {
  const losing = new Set<NodeName>();
  let longestMs = 0;
  const laterPatienceMs = (): number =>
    Math.min(PATIENCE_MS, Math.max(LATER_PATIENCE_MS, LONGER_THAN_ANSWER * longestMs));
  return {
    node: (name) => {
      const api = nodes.node(name);
      const pay: NodeApi['pay'] = async (request, givingUp) => {
        const ended = new AbortController();
        const sinceMs = clock.nowMs();
        const asked = api.pay(request, anyAborted([givingUp, ended.signal]));
        const watching = whenLost(request, {
          reader: readers.node(name),
          clock,
          patienceMs: slowMs + (losing.has(name) ? laterPatienceMs() : PATIENCE_MS),
          signal: ended.signal,
        });
        const lost = watching.then((answer) => {
          if (answer !== undefined) losing.add(name);
          return answer ?? asked;
        });
        const answer = await Promise.race([asked, lost]);
        ended.abort();
        if (answer.kind !== 'indeterminate') longestMs = Math.max(longestMs, clock.nowMs() - sinceMs);
        return answer;
      };
      return { ...api, pay };
    },
  };
}

interface UntilLost {
  readonly readers: Pick<Nodes, 'node'>;
  readonly clock: Clock;
  /** How much later nodes may take a payment up because the scenario makes them slow. */
  readonly slowMs: number;
}

interface Watching {
  readonly reader: Pick<NodeApi, 'pendingTransfers'>;
  readonly clock: Clock;
  readonly patienceMs: number;
  /** Aborted when the payment is answered. */
  readonly signal: AbortSignal;
}

/** Ends with what is said of a payment that its node does not list; `undefined`: it was answered before. */
async function whenLost(
  { target, identifier }: PaymentRequest,
  { reader, clock, patienceMs, signal }: Watching,
): Promise<Answer<never> | undefined> {
  const sinceMs = clock.nowMs();
  let waitMs = patienceMs;
  for (let missed = 0; missed < LOOKS; ) {
    await sleep(clock, waitMs, signal);
    if (signal.aborted) return undefined;
    waitMs = LOOK_AGAIN_MS;
    const pending = await reader.pendingTransfers();
    const isListed = (one: PendingTransfer): boolean =>
      one.target === target && one.paymentIdentifier === identifier;
    // A node that answers no reading either has stopped; what it answers and cannot be read may list the transfer.
    const isSilent = pending.kind === 'indeterminate' && pending.cause === 'deadline';
    const isMissing = pending.kind === 'ok' ? !pending.value.some(isListed) : isSilent;
    missed = isMissing ? missed + 1 : 0;
  }
  if (signal.aborted) return undefined;
  const waitedS = Math.round((clock.nowMs() - sinceMs) / 1000);
  return {
    kind: 'indeterminate',
    cause: 'deadline',
    detail: `no answer within ${waitedS} s, and the node does not list it as pending`,
  };
}
