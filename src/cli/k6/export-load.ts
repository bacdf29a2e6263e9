import { join } from 'node:path';
import { planK6Export } from '../../jobs/load/k6/plan-k6-export.ts';
import type { Target } from '../../jobs/target/target.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { writeK6Export } from './k6-export.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Writes a load as files for k6 instead of putting it on its targets, and says where they are. */
export async function exportLoad({
  scenario,
  spec,
  targets,
  out,
  format,
  parallelism = 1,
  terminal,
}: {
  readonly scenario: Scenario;
  readonly spec: LoadSpec;
  readonly targets: Readonly<Record<NodeName, Target>>;
  readonly out: string;
  readonly format: 'k6' | 'k6-operator';
  readonly parallelism?: number;
  readonly terminal: Terminal;
}): Promise<void> {
  const planned = await planK6Export({ scenario, spec, targets, parts: parallelism });
  const folder = join(out, encodeURIComponent(scenario.name), format);
  writeK6Export(folder, planned, { forOperator: format === 'k6-operator' });
  terminal.out(`${planned.operations.length} payments in ${folder}; README.md there says how to run them\n`);
}
