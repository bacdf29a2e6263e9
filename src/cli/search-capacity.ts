import { join } from 'node:path';
import { findCapacity } from '../jobs/load/capacity/find-capacity.ts';
import { createProber } from '../jobs/load/capacity/prober.ts';
import type { Target } from '../jobs/targets/target.ts';
import type { Capacity } from '../model/capacity/capacity.ts';
import type { CapacityReport } from '../model/capacity/capacity-report.ts';
import type { ThresholdSpec } from '../model/scenario/load-spec.ts';
import type { NodeName } from '../model/network/network.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { capacityJson } from '../report/capacity/capacity-json.ts';
import { capacityText } from '../report/capacity/capacity-text.ts';
import { currentDate, RealClock } from '../runtime/real-clock.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../runtime/versions.ts';
import { showSearch } from './terminal/capacity-display.ts';
import { CAPACITY_FILES, claimCapacityFolder, keepCapacity } from './run-folder/capacity-folder.ts';
import { EXIT, type ExitCode } from './failure/exit-codes.ts';
import { listenForInterruption } from './terminal/interruption.ts';
import type { Keeping } from './keep/keep-run.ts';
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
  const asked = askedOf(question, probeMs);
  let folder: string | undefined;
  const keep = (capacity: Capacity): string => {
    folder ??= claimCapacityFolder(out, asked);
    keepCapacity(folder, { ...asked, capacity });
    return folder;
  };
  const promise = 'The probe that runs is cut off; what is known is kept.';
  const interruption = listenForInterruption(terminal, () => promise);
  const { signal } = interruption;
  const display = showSearch({ terminal, clock: new RealClock(), enabled: progress });
  const offer = createProber({ ...question, durationMs: probeMs, signal, abort: signal });
  try {
    const capacity = await findCapacity({
      probe(rate) {
        display.probing(rate);
        return offer(rate);
      },
      startRate,
      highestRate: HIGHEST_RATE,
      signal,
      onProbe(probe, soFar) {
        display.probed(probe, soFar);
        keep(soFar);
      },
    });
    display.close();
    terminal.out(json ? capacityJson({ ...asked, capacity }) : `${capacityText(capacity)}\n`);
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
