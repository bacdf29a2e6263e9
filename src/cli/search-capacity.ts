import { join } from 'node:path';
import { findCapacity } from '../jobs/find-capacity.ts';
import { probeRate } from '../jobs/probe-rate.ts';
import { probeSandbox } from '../jobs/probe-sandbox.ts';
import type { ReplayTarget } from '../jobs/replay-target.ts';
import type { Capacity, CapacityProbe } from '../model/capacity.ts';
import { capacityCurve, capacityKnee } from '../model/capacity.ts';
import type { ThresholdSpec } from '../model/load-spec.ts';
import type { NodeName } from '../model/network.ts';
import type { Scenario } from '../model/scenario.ts';
import { capacityText } from '../report/capacity-text.ts';
import { readable } from '../report/number-format.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { listenForInterruption } from './interruption.ts';
import { writeWholeFile } from './output-file.ts';
import type { Terminal } from './terminal.ts';

/** Low enough to hurt nobody; a search is a few probes longer when the limit is far above. */
export const DEFAULT_START_RATE = 10;

// Beyond it the driver's own machine is what is measured.
const HIGHEST_RATE = 20_000;

/** How long one probe offers payments: long enough that five percent too much shows as a queue. */
export const DEFAULT_PROBE_SECONDS = 10;

/** Searches the highest sustained rate, shows each probe and the curve, and keeps them as `capacity.json`. */
export async function searchCapacity({
  scenario,
  conditions,
  startRate = DEFAULT_START_RATE,
  probeSeconds = DEFAULT_PROBE_SECONDS,
  deadlineMs,
  targets,
  useExisting,
  out,
  json,
  terminal,
}: {
  readonly scenario: Scenario;
  readonly conditions: readonly ThresholdSpec[];
  readonly startRate?: number | undefined;
  readonly probeSeconds?: number | undefined;
  readonly deadlineMs: number;
  /** Absent: a fresh sandbox for each probe, so that no probe drains the next one's channels. */
  readonly targets?: Readonly<Record<NodeName, ReplayTarget>> | undefined;
  readonly useExisting: boolean;
  readonly out: string;
  readonly json: boolean;
  readonly terminal: Terminal;
}): Promise<ExitCode> {
  const interruption = listenForInterruption(terminal, 'The probe that runs is cut off.');
  const { signal } = interruption;
  const asked = { scenario, conditions, durationMs: probeSeconds * 1000, deadlineMs, signal, abort: signal };
  let prepared = useExisting;
  const probe = async (rate: number): Promise<CapacityProbe> => {
    // A sandbox is thrown away; real nodes are given the time to recover before the next probe.
    if (targets === undefined) return await probeSandbox({ ...asked, rate });
    const seen = await probeRate({ ...asked, rate, targets, useExisting: prepared });
    // The first probe has opened the scenario's channels.
    prepared = true;
    return seen;
  };
  try {
    const capacity = await findCapacity({
      probe,
      startRate,
      highestRate: HIGHEST_RATE,
      signal,
      onProbe: (seen, { from, to }) => terminal.note(probeLine(seen, { from, to })),
    });
    const file = join(out, encodeURIComponent(scenario.name), 'capacity.json');
    const text = capacityJson(capacity, conditions);
    writeWholeFile(file, text);
    terminal.out(json ? text : `${capacityText(capacity)}\n\nKept in  ${file}\n`);
    return exitCodeOf(capacity);
  } finally {
    interruption.release();
  }
}

function probeLine(
  { rate, holds, because, doubt, repeated }: CapacityProbe,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const verdict = holds ? 'holds' : `does not: ${because ?? ''}`;
  if (repeated) return `${readable(rate, 1)}/s ${verdict}; but ${doubt ?? ''}, so once more\n`;
  return `${readable(rate, 1)}/s ${verdict}; limit between ${readable(from, 1)} and ${readable(to, 1)}/s\n`;
}

function capacityJson(capacity: Capacity, conditions: readonly ThresholdSpec[]): string {
  const curve = capacityCurve(capacity.probes);
  const asked = conditions.map(({ metric, condition }) => `${metric} ${condition}`);
  const knee = capacityKnee(curve) ?? null;
  return `${JSON.stringify({ format: 'millrace-capacity/1', conditions: asked, ...capacity, knee, curve }, undefined, 2)}\n`;
}

function exitCodeOf({ ended }: Capacity): ExitCode {
  if (ended === 'interrupted') return EXIT.interrupted;
  return ended === 'below-lowest' ? EXIT.notAsExpected : EXIT.asExpected;
}
