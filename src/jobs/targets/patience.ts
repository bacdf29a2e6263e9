import type { Answer } from '../../model/run/answer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeApi } from '../../ports/node-api.ts';

// One reading may be lost; a node that lets a second one in a row wait has stopped.
const MOST_MISSED = 2;

/** A node whose readings end at once when it has left several in a row without an answer, until it is asked again. */
export interface PatientNode extends NodeApi {
  /** The next reading is sent, whatever was missed; one that is missed then is enough. */
  askAgain(): void;
}

/** Keeps a node that accepts requests and never answers from holding up every reading of a run. */
export function withPatience(api: NodeApi, clock: Clock): PatientNode {
  let missed = 0;
  let waitedMs = 0;
  const read = async <T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    if (missed >= MOST_MISSED) return silent(waitedMs);
    const askedAtMs = clock.nowMs();
    const answer = await ask();
    const isMissed = answer.kind === 'indeterminate' && answer.cause === 'deadline';
    missed = isMissed ? missed + 1 : 0;
    waitedMs = isMissed ? waitedMs + clock.nowMs() - askedAtMs : 0;
    return answer;
  };
  return {
    ...api,
    channels: (filter) => read(() => api.channels(filter)),
    channel: (of) => read(() => api.channel(of)),
    payments: (filter) => read(() => api.payments(filter)),
    pendingTransfers: (filter) => read(() => api.pendingTransfers(filter)),
    connections: () => read(() => api.connections()),
    askAgain: () => {
      missed = Math.min(missed, MOST_MISSED - 1);
    },
  };
}

function silent(waitedMs: number): Answer<never> {
  const detail = `no answer for ${Math.round(waitedMs / 1000)} s; from now on it is read at the end only`;
  return { kind: 'indeterminate', cause: 'deadline', detail };
}
