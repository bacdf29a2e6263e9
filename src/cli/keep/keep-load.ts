import { LoadGauge, type LoadReading } from '../../report/load/load-gauge.ts';
import type { LoadOptions, LoadPlan } from '../../jobs/load/load.ts';
import { earlierText } from '../../report/figures/standing.ts';
import { earlierTransfers } from '../../model/earlier-transfers.ts';
import { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { LoadRun } from '../../model/run/run.ts';
import { prometheusText } from '../../report/load/prometheus.ts';
import { serveMetrics } from '../../rest/serve/port-listener.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { finishRun, type Keeping, type KeptRun } from './keep-run.ts';
import { counted, durationText, grouped, readable } from '../../report/words/number-format.ts';
import { liveDocument, type LiveState } from '../../report/live/live-document.ts';
import { runDocument } from '../../report/run-document.ts';
import { startLive } from '../live/live.ts';
import { Doing } from '../terminal/doing.ts';
import { showLoad } from '../terminal/load-display.ts';
import { claimRunFolder } from '../run-folder/run-folder.ts';
import { createRunWriter, type RunWriter } from '../run-folder/run-writer.ts';
import { html } from '../../report/page/markup.ts';
import { answeredWords } from '../../report/sections/answer.ts';

/** A load calls these so that it is kept and shown while it runs. */
export type LoadHooks = Required<
  Pick<LoadOptions, Extract<keyof LoadOptions, `on${string}`> | 'observers' | 'signal' | 'abort'>
>;

const NOT_WAITING = 'The load had ended; nothing more is waited for, the report is made.';

/**
 * Runs a load, streams it to its run folder, shows it while it runs, stops it cleanly at Ctrl-C. `metrics`: where
 * Prometheus finds it.
 */
export async function keepLoad(
  { out, terminal, progress: enabled, watching }: Keeping,
  {
    metrics,
    durationMs,
  }: {
    readonly metrics: Parameters<typeof serveMetrics>[0] | undefined;
    /** For how long payments start; absent: it is not known. */
    readonly durationMs?: number | undefined;
  },
  job: (hooks: LoadHooks) => Promise<LoadRun>,
): Promise<KeptRun> {
  const clock = new RealClock();
  const shownLoad = showableLoad(clock);
  const served = metrics && (await serveMetrics(metrics, () => shownLoad.prometheus()));
  if (served) terminal.note(`Metrics at ${served.url}\n`);
  const doing = new Doing(terminal, clock);
  const display = showLoad({ terminal, clock, enabled }, shownLoad.read, { busy: doing.text, durationMs });
  let isDriven = false;
  let writer: RunWriter | undefined;
  const promise = (): string => {
    if (writer === undefined) return doing.stoppingText();
    return isDriven ? NOT_WAITING : stoppingText(shownLoad.read()?.inFlight ?? 0, shownLoad.deadlineMs());
  };
  const interruption = listenForInterruption(terminal, promise);
  const live =
    watching &&
    (await startLive(watching, {
      terminal,
      clock,
      read: () => shownLoad.document(doing.text(), durationMs),
      stop: () => interruption.stop(),
    }));
  try {
    const run = await job({
      onOpened: doing.onOpened,
      onPhase: doing.onPhase,
      onStart(plan) {
        const earlier = earlierText(earlierTransfers(plan));
        if (earlier !== undefined) terminal.note(`${earlier}\n`);
        writer = createRunWriter(claimRunFolder(out, plan.header), plan);
        shownLoad.start(plan);
      },
      onDriven() {
        isDriven = true;
      },
      onRecord: (record, line) => writer?.record(record, line),
      onDropped: (atMs) => writer?.dropped(atMs),
      onExchange: (exchange) => writer?.exchange(exchange),
      observers: [shownLoad.observer],
      signal: interruption.signal,
      abort: interruption.abort,
    });
    display.close();
    const kept = finishRun(run, out, { writer });
    await live?.end(runDocument(kept.figures));
    return kept;
  } finally {
    display.close();
    await live?.end(undefined);
    served?.close();
    writer?.close();
    interruption.release();
  }
}

function stoppingText(inFlight: number, deadlineMs: number): string {
  const waits =
    inFlight === 0
      ? ''
      : `${counted(inFlight, 'payment')} in flight may end (${durationText(deadlineMs)} at most), `;
  return `No further payment starts; ${waits}then the nodes are read and the report is made.`;
}

/** The displays read this; empty until the first payment may start, so that setting up does not count as load. */
function showableLoad(clock: RealClock) {
  let plan: LoadPlan | undefined;
  let gauge: LoadGauge | undefined;
  return {
    observer: { sent: (operation) => gauge?.sent(operation) } satisfies LoadHooks['observers'][number],
    start(started: LoadPlan) {
      plan = started;
      gauge = new LoadGauge(clock, plan.aggregate);
    },
    read: () => gauge?.read(),
    /** The live page of a load whose payments start for so long; 0: nobody knows how long. */
    document(waitsFor: string | undefined, durationMs = 0) {
      const reading = gauge?.read();
      const elapsedMs = reading?.elapsedMs ?? 0;
      const isKnown = durationMs > 0;
      return liveDocument({
        title: plan?.header.scenario.question ?? 'Load test',
        what: 'Load test of nodes',
        waitsFor: waitsFor ?? (reading === undefined ? 'preparing' : undefined),
        share: isKnown ? Math.min(1, elapsedMs / durationMs) : undefined,
        elapsedMs,
        leftMs: isKnown ? Math.max(0, durationMs - elapsedMs) : undefined,
        figures: reading === undefined ? [] : figuresOf(reading),
        aggregate: plan?.aggregate,
      });
    },
    deadlineMs: () => plan?.spec.deadlineMs ?? 0,
    prometheus() {
      const { sent = 0, inFlight = 0 } = gauge?.read() ?? {};
      return prometheusText(plan?.aggregate ?? new LoadAggregate(), { sent, inFlight });
    },
  };
}

function figuresOf(reading: LoadReading): LiveState['figures'] {
  const { sentPerSecond, inFlight, p50Ms, p95Ms, p99Ms, unexpected } = reading;
  const name = `99 % ${answeredWords(reading)} within`;
  return [
    {
      name: 'Rate now',
      figure: html`${readable(sentPerSecond, 1)} <small>payments/s</small>`,
      beside: `${grouped(inFlight)} in flight${unexpected === 0 ? '' : `, ${grouped(unexpected)} ended otherwise than was certain`}`,
    },
    Number.isNaN(p99Ms)
      ? { name, figure: '–', beside: 'no answer lately' }
      : {
          name,
          figure: durationText(p99Ms),
          beside: `half within ${durationText(p50Ms)}, 95 % within ${durationText(p95Ms)}`,
        },
  ];
}
