import { checkLoad } from '../../checks/load-checks.ts';
import { resolvePayments } from '../../checks/outcomes/resolve-payments.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import type { EndedLoad, JudgedLoad } from './load-judging.ts';
import { networkAsShown } from '../../model/network/network-as-shown.ts';

/** A load with what its targets showed before its first payment and when all was at rest after its last. */
export type ReadLoad = Pick<
  EndedLoad,
  'header' | 'start' | 'records' | 'spec' | 'engine' | 'aggregate' | 'kept'
> & {
  readonly readings: readonly Reading[];
} & Pick<LoadResult, 'looks' | 'secrets'>;

/** Resolves by the readings what got no answer, and checks everything against them. Asks nobody anything. */
export function judgeReadings(
  load: ReadLoad,
): Pick<JudgedLoad, 'records' | 'findings' | 'checks'> & Pick<Required<Run>, 'end'> {
  const { start, readings } = load;
  const records = resolvePayments(load);
  const end = networkAsShown(start, listsOf(readings));
  const judged = checkLoad(judgedRun({ ...load, records }, end));
  return {
    records,
    end,
    findings: judged.flatMap(({ findings }) => findings),
    checks: judged.map(({ check }) => check),
  };
}

function listsOf(readings: readonly Reading[]): ReadonlyMap<NodeName, readonly ChannelView[]> {
  const lists = new Map<NodeName, readonly ChannelView[]>();
  for (const { moment, node, value } of readings)
    if (moment === 'end' && value.kind === 'channels') lists.set(node, value.channels);
  return lists;
}

// The run as far as it is known before it is judged.
function judgedRun(load: ReadLoad, end: Run['end']): Run {
  const { header, start, records, readings, looks = [], secrets, spec, engine, aggregate, kept } = load;
  return {
    header,
    start,
    records,
    readings,
    ...(end === undefined ? {} : { end }),
    partial: false,
    load: {
      spec,
      engine,
      aggregate,
      kept,
      looks,
      ...(secrets === undefined ? {} : { secrets }),
      thresholds: [],
      findings: [],
      checks: [],
    },
  };
}
