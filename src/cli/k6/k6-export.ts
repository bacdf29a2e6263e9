import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type K6Export, planK6Export } from '../../jobs/load/k6/k6-plan.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { toJson } from '../../model/json.ts';
import { writeJsonFile } from '../files/json-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { scenarioFolderOf } from '../run-folder/run-folder.ts';
import { writeBegun, writeReadings } from '../run-folder/run-writer.ts';

// They are not compiled: k6 reads TypeScript.
const SCRIPTS = fileURLToPath(new URL('../../../src/k6/', import.meta.url));

/** The part of an export that the script does not read: it takes this to judge the records. */
export const OPERATIONS_FILE = 'operations.ndjson';

interface ExportOptions
  extends Pick<Parameters<typeof planK6Export>[0], 'scenario' | 'spec' | 'targets' | 'tokens'> {
  readonly out: string;
  readonly parallelism?: number | undefined;
  readonly terminal: Terminal;
}

/** Writes a load as files for k6 instead of putting it on its targets, and says where they are. */
export async function exportLoad(options: ExportOptions): Promise<void> {
  const { scenario, out, parallelism = 1, terminal } = options;
  const planned = await planK6Export({ ...options, parts: parallelism });
  const folder = join(scenarioFolderOf(out, scenario), 'k6');
  writeK6Export(folder, planned);
  terminal.out(`${planned.operations.length} payments in ${folder}; README.md there says how to run them\n`);
}

/** Writes a load as files for k6: script, plan, what judging needs, and how to run it. */
export function writeK6Export(folder: string, { header, start, operations, plan, readings }: K6Export): void {
  for (const file of readdirSync(SCRIPTS).filter((name) => name.endsWith('.ts')))
    writeWholeFile(join(folder, file), readFileSync(join(SCRIPTS, file), 'utf8'));
  writeJsonFile(join(folder, 'load.json'), plan.load, 1);
  const payments = plan.payments.map((payment) => JSON.stringify(payment)).join(',\n');
  writeWholeFile(join(folder, 'plan.json'), `[\n${payments}\n]\n`);
  writeBegun(folder, { header, start }, { complete: false });
  writeWholeFile(
    join(folder, OPERATIONS_FILE),
    operations.map((operation) => `${toJson(operation)}\n`).join(''),
  );
  writeReadings(folder, readings);
  const withHeaders = Object.values(plan.headers).some((headers) => Object.keys(headers).length > 0);
  writeWholeFile(join(folder, 'README.md'), readme(plan.load.parts, withHeaders));
}

const HEADERS = `
Requests need headers: put them, as JSON by node name, into the environment variable MILLRACE_HEADERS, for example
\`{"alice": {"authorization": "Basic ..."}}\`. They are in none of these files.
`;

function readme(parts: number, withHeaders: boolean): string {
  const run = 'K6_NO_USAGE_REPORT=true k6 run --log-format=raw';
  const edges = Array.from({ length: parts + 1 }, (_, part) => `${part}/${parts}`);
  const lines =
    parts === 1
      ? [`${run} --console-output=records/records.log load.ts`]
      : edges.slice(1).map((end, part) => {
          const segment = `--execution-segment=${edges[part]}:${end} --execution-segment-sequence=${edges.join(',')}`;
          return `${run} --no-thresholds ${segment} --console-output=records/records-${part + 1}.log load.ts`;
        });
  return `# A load for k6 2.x

\`\`\`sh
mkdir records
${parts === 1 ? '' : '# Start these together, each on its own machine if you like; then collect the records in one folder.\n'}${lines.join('\n')}
millrace report records --nodes nodes.yaml
\`\`\`

k6 shows its own summary and thresholds. Millrace judges the records, and with \`--nodes\` reads the nodes as they
are now: nothing else may have been paid since.
${withHeaders ? HEADERS : ''}`;
}
