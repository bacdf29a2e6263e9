import { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Document } from '../../report/blocks/block.ts';
import { liveDocument } from '../../report/live/live-document.ts';
import { capitalized, grouped } from '../../report/words/number-format.ts';
import type { Doing } from '../terminal/doing.ts';

/** A simulation or a replay as its live page shows it: bounded, however many operations there are. */
export function watchedRun(
  label: string,
  { clock, doing }: { readonly clock: Clock; readonly doing: Doing },
) {
  const aggregate = new LoadAggregate();
  let title = `${capitalized(label)} …`;
  let total = 0;
  let startedMs = clock.nowMs();
  const read = (): Document => {
    const elapsedMs = clock.nowMs() - startedMs;
    const done = aggregate.counts.operations;
    return liveDocument({
      title,
      what: `${capitalized(label)} a scenario`,
      waitsFor: total === 0 ? (doing.text() ?? 'preparing') : doing.text(),
      share: total === 0 ? undefined : Math.min(1, done / total),
      elapsedMs,
      leftMs: done === 0 ? undefined : (elapsedMs * Math.max(0, total - done)) / done,
      figures: [{ name: 'Operations', figure: grouped(done), beside: `of ${grouped(total)}` }],
      aggregate,
    });
  };
  return {
    aggregate,
    read,
    start(question: string, operations: number): void {
      title = question;
      total = operations;
      startedMs = clock.nowMs();
    },
  };
}
