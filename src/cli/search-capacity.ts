import { join } from 'node:path';
import { findCapacity } from '../jobs/load/capacity/find-capacity.ts';
import { createProber } from '../jobs/load/capacity/probe-rate.ts';
import type { Target } from '../jobs/targets/target.ts';
import type { Capacity, CapacityProbe, CapacityReport } from '../model/capacity/capacity.ts';
import type { ThresholdSpec } from '../model/scenario/load-spec.ts';
import type { NodeName } from '../model/network/network.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import {
  capacityCurves,
  capacityDocument,
  capacityJson,
  capacityText,
} from '../report/capacity/capacity-document.ts';
import type { Document, Item } from '../report/blocks/block.ts';
import { liveDocument } from '../report/live/live-document.ts';
import { durationText, percentText, readable } from '../report/words/number-format.ts';
import { currentDate, RealClock } from '../runtime/real-clock.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../runtime/versions.ts';
import { CAPACITY_FILES, claimFolderOf, keepCapacity } from './run-folder/run-folder.ts';
import { EXIT, type ExitCode } from './command.ts';
import { startLive } from './live/live.ts';
import { listenForInterruption } from './terminal/interruption.ts';
import type { Keeping } from './keep/keep-run.ts';
import { writeRunIndex } from './run-folder/run-index.ts';
import { type DisplayOptions, LiveDisplay } from './terminal/terminal.ts';

// Low enough for any target; a search is a few probes longer when the limit is far above.
const DEFAULT_START_RATE = 10;

// Beyond it the driver's own machine is what is measured.
const HIGHEST_RATE = 20_000;

// How long one probe offers payments: long enough that five percent too much shows as a queue.
const DEFAULT_PROBE_SECONDS = 10;

interface CapacityQuestion extends Keeping {
  readonly scenario: Scenario;
  readonly conditions: readonly ThresholdSpec[];
  readonly startRate?: number | undefined;
  readonly probeSeconds?: number | undefined;
  readonly deadlineMs: number;
  /** Absent: a fresh sandbox for each probe. */
  readonly targets?: Readonly<Record<NodeName, Target>> | undefined;
  readonly useExisting: boolean;
  readonly json: boolean;
}

/** Searches the highest sustained rate, shows each probe and the curve, and keeps them in a folder of their own. */
export async function searchCapacity(question: CapacityQuestion): Promise<ExitCode> {
  const { startRate = DEFAULT_START_RATE, probeSeconds = DEFAULT_PROBE_SECONDS } = question;
  const { out, json, terminal, progress } = question;
  terminal.note(`Probes of ${probeSeconds} s each, from ${startRate}/s.\n`);
  const probeMs = probeSeconds * 1000;
  const facts = askedOf(question, probeMs);
  let folder: string | undefined;
  const keep = (capacity: Capacity, isUnderway = false): string => {
    folder ??= claimFolderOf('capacity', { out, name: facts.scenario, startedAt: facts.startedAt });
    keepCapacity(folder, { ...facts, capacity }, { isUnderway });
    return folder;
  };
  const promise = 'The probe that runs is cut off; what is known is kept.';
  const interruption = listenForInterruption(terminal, () => promise);
  const { signal } = interruption;
  const clock = new RealClock();
  const display = showSearch({ terminal, clock, enabled: progress });
  const live =
    question.watching &&
    (await startLive(question.watching, {
      terminal,
      clock,
      read: () => display.document(facts.question),
      stop: () => interruption.stop(),
    }));
  const offer = createProber({ ...question, durationMs: probeMs, signal, abort: signal });
  try {
    const capacity = await findCapacity({
      probe(rate) {
        display.probing(rate);
        return offer(rate);
      },
      startRate,
      highestRate: HIGHEST_RATE,
      clock,
      probeMs,
      signal,
      onProbe(probe, soFar) {
        display.probed(probe, soFar);
        keep(soFar, !signal.aborted);
      },
    });
    display.close();
    await live?.end(capacityDocument({ ...facts, capacity }));
    const look = { color: terminal.outColor, width: terminal.width };
    terminal.out(
      json ? capacityJson({ ...facts, capacity }) : `${capacityText({ ...facts, capacity }, look)}\n`,
    );
    // Nothing is known before the first probe has ended.
    if (capacity.probes.length > 0) {
      const page = `Report  ${join(keep(capacity), CAPACITY_FILES.page)}\n`;
      writeRunIndex(out);
      if (json) terminal.note(page);
      else terminal.out(`\n${page}`);
    }
    return exitCodeOf(capacity);
  } finally {
    display.close();
    await live?.end(undefined);
    interruption.release();
  }
}

function askedOf(
  { scenario, conditions, targets }: CapacityQuestion,
  probeMs: number,
): Omit<CapacityReport, 'capacity'> {
  return {
    scenario: scenario.name,
    question: scenario.question,
    seed: scenario.seed,
    startedAt: currentDate(),
    conditions: conditions.map(({ metric, condition }) => `${metric} ${condition}`),
    probeMs,
    target: targets === undefined ? 'sandbox' : 'nodes',
    versions: { millrace: MILLRACE_VERSION, node: NODE_VERSION },
  };
}

function exitCodeOf({ ended }: Capacity): ExitCode {
  if (ended === 'interrupted') return EXIT.interrupted;
  return ended === 'below-lowest' ? EXIT.notAsExpected : EXIT.asExpected;
}

/**
 * Shows a running search on stderr: a line for each probe, and below them, where lines can be redrawn, one that says what
 * goes on.
 */
export function showSearch(options: DisplayOptions) {
  const { terminal, clock, enabled } = options;
  const startMs = clock.nowMs();
  let made = 0;
  let rate: number | undefined;
  let soFar: Capacity | undefined;
  const lines: Item[] = [];
  const left = (): string => (soFar === undefined ? '' : leftText(soFar, clock.nowMs() - startMs));
  const display = new LiveDisplay(options, { redrawMs: 500 }, () => {
    if (rate === undefined) return [];
    const elapsed = durationText(Math.round((clock.nowMs() - startMs) / 1000) * 1000);
    return [`Probe ${made + 1} at ${readable(rate, 1)}/s  ${elapsed} so far${left()}`];
  });
  return {
    probing(offered: number): void {
      rate = offered;
      display.update();
    },
    probed(probe: CapacityProbe, now: Capacity): void {
      made += 1;
      rate = undefined;
      soFar = now;
      display.clear();
      const line = probeLine(probe, now);
      lines.push({ text: line, mark: probe.holds ? 'good' : 'bad' });
      if (enabled) terminal.note(`${line}${terminal.canRedraw ? '' : left()}\n`);
    },
    /** The live page of a search for the answer to `question`. */
    document(question: string): Document {
      const elapsedMs = clock.nowMs() - startMs;
      const limit = soFar !== undefined && soFar.to <= soFar.from * TELLING_RATIO ? soFar : undefined;
      const page = liveDocument({
        title: question,
        what: 'Search for the highest rate that is sustained',
        elapsedMs,
        leftMs: soFar && leftMs(soFar, elapsedMs),
        figures: [
          { name: `Probe ${made + 1}`, figure: rate === undefined ? 'none' : `${readable(rate, 1)}/s` },
          limit
            ? {
                name: 'Limit',
                figure: `${readable(limit.from, 1)} to ${readable(limit.to, 1)}/s`,
                beside: `with ${percentText(limit.confidence)} confidence`,
              }
            : { name: 'Limit', figure: '–', beside: 'not bracketed yet' },
        ],
        found: lines,
      });
      return { ...page, body: [soFar === undefined ? null : capacityCurves(soFar), page.body] };
    },
    close: (): void => display.close(),
  };
}

// Wider than this the interval only says that the limit is not bracketed yet.
const TELLING_RATIO = 10;

/** The result of one probe, and the limit that is believed then. */
export function probeLine(
  { rate, holds, because, doubt, repeated }: CapacityProbe,
  { from, to }: Pick<Capacity, 'from' | 'to'>,
): string {
  const verdict = `${readable(rate, 1)}/s ${holds ? 'holds' : `does not: ${because ?? ''}`}`;
  if (repeated) return `${verdict}; but ${doubt ?? ''}, so once more`;
  if (to > from * TELLING_RATIO) return verdict;
  return `${verdict}; limit between ${readable(from, 1)} and ${readable(to, 1)}/s`;
}

// From many searches: so often must the interval's logarithm be halved, at so many probes each.
const PROBES_PER_HALVING = 2.5;
const WANTED_RATIO = 1.05;

function leftText(soFar: Capacity, elapsedMs: number): string {
  const ms = leftMs(soFar, elapsedMs);
  return ms === undefined ? '' : `, about ${durationText(ms)} more`;
}

function leftMs({ from, to, probes, ended }: Capacity, elapsedMs: number): number | undefined {
  if (ended !== 'interrupted' || probes.length === 0) return undefined;
  const halvings = Math.log2(Math.log(to / from) / Math.log(WANTED_RATIO));
  const left = Math.max(1, Math.ceil(PROBES_PER_HALVING * halvings));
  return Math.round((left * elapsedMs) / probes.length / 1000) * 1000;
}
