import { LoadGauge, type LoadReading } from '../../report/load/load-gauge.ts';
import type { LoadOptions, LoadPlan } from '../../jobs/load/load.ts';
import { earlierText } from '../../report/figures/standing.ts';
import { earlierTransfers } from '../../model/earlier-transfers.ts';
import { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { LoadRun } from '../../model/run/run.ts';
import { prometheusText } from '../../report/load/prometheus.ts';
import { serveMetrics } from '../../rest/serve/port-listener.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { finishRun, type Keeping, type KeptRun } from './keep-run.ts';
import { figure } from '../../report/blocks/block.ts';
import { counted, durationText, given, grouped, readable } from '../../report/words/number-format.ts';
import type { LiveState } from '../../report/live/live-document.ts';
import { runDocument } from '../../report/sections/run-document.ts';
import { WaitingText } from '../live/waiting-text.ts';
import { whileShown } from '../live/while-shown.ts';
import { claimRunFolder } from './run-folder.ts';
import { createRunWriter, type RunWriter } from './run-writer.ts';
import { html } from '../../report/page/markup.ts';

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
  keeping: Keeping,
  wanted: {
    readonly metrics: Parameters<typeof serveMetrics>[0] | undefined;
    /** For how long payments start; absent: it is not known. */
    readonly durationMs?: number | undefined;
  },
  job: (hooks: LoadHooks) => Promise<LoadRun>,
): Promise<KeptRun> {
  const { metrics, durationMs } = wanted;
  const { out, terminal } = keeping;
  const clock = new RealClock();
  const waiting = new WaitingText(terminal, clock);
  const load = shownLoad(clock, { waiting, durationMs });
  const served = metrics && (await serveMetrics(metrics, load.prometheus));
  if (served) terminal.note(`Metrics at ${served.url}\n`);
  let isDriven = false;
  let writer: RunWriter | undefined;
  const stopping = (): string => {
    if (writer === undefined) return waiting.stoppingText();
    return isDriven ? NOT_WAITING : load.stoppingText();
  };
  try {
    return await whileShown(keeping, { label: 'loading', read: load.read, stopping }, async (shown) => {
      const run = await job({
        onOpened: waiting.onOpened,
        onPhase: waiting.onPhase,
        onStart(plan) {
          const earlier = earlierText(earlierTransfers(plan));
          if (earlier !== undefined) terminal.note(`${earlier}\n`);
          writer = createRunWriter(claimRunFolder(out, plan.header), plan);
          load.start(plan);
        },
        onDriven() {
          isDriven = true;
        },
        onRecord: (record, line) => writer?.record(record, line),
        onDropped: (atMs) => writer?.dropped(atMs),
        onExchange: (exchange) => writer?.exchange(exchange),
        observers: [load.observer],
        signal: shown.signal,
        abort: shown.abort,
      });
      shown.display.close();
      const result = finishRun(run, out, { writer });
      return { result, document: runDocument(result.figures) };
    });
  } finally {
    served?.close();
    writer?.close();
  }
}

/** The state of a load; no payment may start before `start`, so that setting up does not count as load. */
function shownLoad(
  clock: RealClock,
  { waiting, durationMs = 0 }: { readonly waiting: WaitingText; readonly durationMs?: number | undefined },
) {
  let plan: LoadPlan | undefined;
  let gauge: LoadGauge | undefined;
  return {
    observer: {
      sent: (operation, atMs) => gauge?.sent(operation, atMs),
    } satisfies LoadHooks['observers'][number],
    start(started: LoadPlan) {
      plan = started;
      gauge = new LoadGauge(clock, plan.aggregate);
    },
    read: (): LiveState => {
      const reading = gauge?.read();
      const elapsedMs = reading?.elapsedMs ?? 0;
      const isKnown = durationMs > 0;
      return {
        title: plan?.header.scenario.question ?? 'Load test',
        what: 'Load test of nodes',
        waitsFor: waiting.text() ?? (reading === undefined ? 'preparing' : undefined),
        share: isKnown ? Math.min(1, elapsedMs / durationMs) : undefined,
        elapsedMs,
        leftMs: isKnown ? Math.max(0, durationMs - elapsedMs) : undefined,
        figures: reading === undefined ? [] : loadFigures(reading),
        aggregate: plan?.aggregate,
      };
    },
    stoppingText() {
      const inFlight = gauge?.read().inFlight ?? 0;
      const deadline = durationText(plan?.spec.deadlineMs ?? 0);
      const waits =
        inFlight === 0 ? '' : `${counted(inFlight, 'payment')} in flight may end (${deadline} at most), `;
      return `No further payment starts; ${waits}then the nodes are read and the report is made.`;
    },
    prometheus: () => {
      const { sent = 0, inFlight = 0 } = gauge?.read() ?? {};
      return prometheusText(plan?.aggregate ?? new LoadAggregate(), { sent, inFlight });
    },
  };
}

/** The figures of a load now: its rate and its times of answer. */
export function loadFigures(reading: LoadReading): LiveState['figures'] {
  const { sentPerSecond, inFlight, p50Ms, p95Ms, p99Ms, lagMs, unexpected, dropped } = reading;
  const name = 'p99 lately';
  const besideRate = given([
    `${grouped(inFlight)} in flight`,
    unexpected > 0 && `${grouped(unexpected)} with an impossible outcome`,
    dropped > 0 && `${grouped(dropped)} dropped`,
    !Number.isNaN(lagMs) && `driver lag ${durationText(lagMs)}`,
  ]);
  return [
    figure('Rate now', html`${readable(sentPerSecond, 1)} <small>payments/s</small>`, besideRate.join(', ')),
    Number.isNaN(p99Ms)
      ? figure(name, '–', 'no answer lately')
      : figure(name, durationText(p99Ms), `p50 ${durationText(p50Ms)}, p95 ${durationText(p95Ms)}`),
  ];
}
