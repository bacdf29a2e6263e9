import type { CoveredPair, CallEnd } from '../../../model/check/check-report.ts';
import type { Outcome } from '../../../model/run/outcome.ts';
import type { Run } from '../../../model/run/run.ts';

/** Counts how calls of each kind ended. */
export class Coverage {
  readonly #times = new Map<string, CoveredPair>();

  /** Adds what a run asked for and read; returns how many pairs are new. */
  add({ records, readings }: Run): number {
    const before = this.#times.size;
    for (const { operation, outcome } of records) this.#count(operation.kind, classOf(outcome));
    for (const { value } of readings)
      this.#count('read', value.kind === 'unread' ? 'no-answer' : 'succeeded');
    return this.#times.size - before;
  }

  /** By kind of call, then by how it ended. */
  get pairs(): readonly CoveredPair[] {
    return [...this.#times.entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, pair]) => pair);
  }

  #count(operation: CoveredPair['operation'], outcome: CallEnd): void {
    const key = `${operation} ${outcome}`;
    const times = (this.#times.get(key)?.times ?? 0) + 1;
    this.#times.set(key, { operation, outcome, times });
  }
}

function classOf(outcome: Outcome): CallEnd {
  switch (outcome.kind) {
    case 'succeeded':
      return 'succeeded';
    case 'failed':
      return outcome.reason;
    case 'indeterminate':
      return 'no-answer';
  }
}
