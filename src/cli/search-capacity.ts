import { join } from 'node:path';
import { findCapacity } from '../jobs/load/capacity/find-capacity.ts';
import { createProber } from '../jobs/load/capacity/probe-rate.ts';
import type { Target } from '../jobs/targets/target.ts';
import type { Capacity, CapacityProbe, CapacityReport } from '../model/capacity/capacity.ts';
import type { ThresholdSpec } from '../model/scenario/load-spec.ts';
import type { NodeName } from '../model/network/network.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { capacityCurves, capacityDocument, capacityJson } from '../report/capacity/capacity-document.ts';
import { type Document, figure, type Item } from '../report/blocks/block.ts';
import { textOf } from '../report/blocks/terminal.ts';
import { liveDocument, type LiveState, timeLeftText } from '../report/live/live-document.ts';
import { percentText, readable } from '../report/words/number-format.ts';
import { currentDate, RealClock } from '../runtime/real-clock.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../runtime/versions.ts';
import { CAPACITY_FILES, claimFolderOf, keepCapacity } from './run-folder/run-folder.ts';
import { EXIT, type ExitCode } from './command.ts';
import { whileShown } from './live/while-shown.ts';
import type { Clock } from '../ports/clock.ts';
import type { Keeping } from './run-folder/keep-run.ts';
import { writeRunIndex } from './run-folder/run-index.ts';

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
  const clock = new RealClock();
  const state = searchState(facts.question, clock);
  const shown = {
    label: 'searching',
    read: state.read,
    page: state.document,
    stopping: () => 'The running probe is cut off; finished probes are kept.',
  };
  // In a log each result has a line of its own, and needs no others.
  const showing = { ...question, progress: progress && terminal.canRedraw };
  return whileShown(showing, shown, async ({ display, signal }) => {
    const offer = createProber({ ...question, durationMs: probeMs, signal, abort: signal });
    const capacity = await findCapacity({
      probe(rate) {
        state.probing(rate);
        display.update();
        return offer(rate);
      },
      startRate,
      highestRate: HIGHEST_RATE,
      clock,
      probeMs,
      signal,
      onProbe(probe, soFar) {
        const line = state.probed(probe, soFar);
        display.clear();
        if (progress) terminal.note(`${line}${terminal.canRedraw ? '' : state.leftText()}\n`);
        keep(soFar, !signal.aborted);
      },
    });
    display.close();
    const report = { ...facts, capacity };
    const look = { color: terminal.outColor, width: terminal.width };
    const text = (): string => `${textOf(capacityDocument(report), look, Number.POSITIVE_INFINITY)}\n`;
    terminal.out(json ? capacityJson(report) : text());
    // Nothing is known before the first probe has ended.
    if (capacity.probes.length > 0) {
      const page = `Report  ${join(keep(capacity), CAPACITY_FILES.page)}\n`;
      writeRunIndex(out);
      if (json) terminal.note(page);
      else terminal.out(`\n${page}`);
    }
    return { result: exitCodeOf(capacity), document: capacityDocument(report) };
  });
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

/** The state of a search for the answer to `title`. */
export function searchState(title: string, clock: Clock) {
  const startMs = clock.nowMs();
  let made = 0;
  let rate: number | undefined;
  let soFar: Capacity | undefined;
  const lines: Item[] = [];
  const left = (): number | undefined => soFar && leftMs(soFar, clock.nowMs() - startMs);
  const read = (): LiveState => {
    const limit = soFar !== undefined && soFar.to <= soFar.from * TELLING_RATIO ? soFar : undefined;
    return {
      title,
      what: 'Search for the highest rate that is sustained',
      elapsedMs: clock.nowMs() - startMs,
      leftMs: left(),
      figures: [
        figure(`Probe ${made + 1}`, rate === undefined ? 'none' : `${readable(rate, 1)}/s`),
        limit
          ? figure('Limit', limitText(limit), `with ${percentText(limit.confidence)} confidence`)
          : figure('Limit', '–', 'not bracketed yet'),
      ],
      found: lines,
    };
  };
  return {
    probing(offered: number): void {
      rate = offered;
    },
    /** Returns the line of the probe. */
    probed(probe: CapacityProbe, now: Capacity): string {
      made += 1;
      rate = undefined;
      soFar = now;
      const text = probeLine(probe, now);
      lines.push({ text, mark: probe.holds ? 'good' : 'bad' });
      return text;
    },
    leftText(): string {
      const text = timeLeftText(left());
      return text === undefined ? '' : `, ${text}`;
    },
    read,
    /** The live page, with the curve so far. */
    document: (): Document => {
      const page = liveDocument(read());
      return { ...page, body: [soFar === undefined ? null : capacityCurves(soFar), page.body] };
    },
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
  return `${verdict}; limit ${limitText({ from, to })}`;
}

// The number of probes that halve the interval's logarithm, measured over many searches.
const PROBES_PER_HALVING = 2.5;
const WANTED_RATIO = 1.05;

function limitText({ from, to }: Pick<Capacity, 'from' | 'to'>): string {
  return `${readable(from, 1)} to ${readable(to, 1)}/s`;
}

function leftMs({ from, to, probes, ended }: Capacity, elapsedMs: number): number | undefined {
  if (ended !== 'interrupted' || probes.length === 0) return undefined;
  const halvings = Math.log2(Math.log(to / from) / Math.log(WANTED_RATIO));
  const left = Math.max(1, Math.ceil(PROBES_PER_HALVING * halvings));
  return Math.round((left * elapsedMs) / probes.length / 1000) * 1000;
}
