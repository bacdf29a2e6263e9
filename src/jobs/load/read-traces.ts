import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { PaymentTrace } from '../../model/scenario/payment-trace.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { type ReadLines, readTrace } from '../../scenario/trace/read-trace.ts';
import { assembleNetwork } from '../assemble.ts';

/** A file of recorded payments that is open. */
export interface TraceFile {
  /** As it is named in faults. */
  readonly file: string;
  readonly format: 'csv' | 'records';
  readonly lines: ReadLines;
}

/** Fills in what the files of a load's trace executors hold, each file read once. Throws InputError. */
export function readTraces({
  spec,
  scenario,
  open,
}: {
  readonly spec: LoadSpec;
  readonly scenario: Scenario;
  readonly open: (file: string) => TraceFile;
}): LoadSpec {
  if (!spec.executors.some(({ kind }) => kind === 'trace')) return spec;
  const nodes = new Set(assembleNetwork(scenario).nodes());
  const names = { nodes, tokens: scenario.tokens.map(({ name }) => name) };
  const traces = new Map<string, PaymentTrace>();
  const executors = spec.executors.map((executor) => {
    if (executor.kind !== 'trace') return executor;
    const payments = traces.get(executor.file) ?? readTrace({ ...open(executor.file), names });
    traces.set(executor.file, payments);
    return { ...executor, payments };
  });
  return { ...spec, executors };
}
