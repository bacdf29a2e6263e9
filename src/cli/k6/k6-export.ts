import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type K6Export, planK6Export } from '../../jobs/load/k6/k6-plan.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { toJson } from '../../model/json.ts';
import { K6_SCRIPT, writeK6Plan } from './k6-process.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { scenarioFolderOf } from '../run-folder/run-folder.ts';
import { writeBegun, writeReadings } from '../run-folder/run-writer.ts';

/** The part of an export that the script does not read: it takes this to judge the records. */
export const OPERATIONS_FILE = 'operations.ndjson';

// Kubernetes refuses objects above a mebibyte; the rest is room for names.
const MOST_CONFIG_MAP_BYTES = 1_000_000;
// A kubelet rotates a pod's log at 10 MiB, and `kubectl logs` shows what is left. A payment's two lines are 500 bytes.
const MOST_LOGGED_PAYMENTS = 15_000;

/** How an exported load is to be run: by one k6 after the other, or by the pods of a k6 operator. */
type ExportFormat = 'k6' | 'k6-operator';

interface ExportOptions
  extends Pick<Parameters<typeof planK6Export>[0], 'scenario' | 'spec' | 'targets' | 'tokens'> {
  readonly out: string;
  readonly format: ExportFormat;
  readonly parallelism?: number | undefined;
  readonly terminal: Terminal;
}

/** Writes a load as files for k6 instead of putting it on its targets, and says where they are. */
export async function exportLoad(options: ExportOptions): Promise<void> {
  const { scenario, out, format, parallelism = 1, terminal } = options;
  const planned = await planK6Export({ ...options, parts: parallelism });
  const folder = join(scenarioFolderOf(out, scenario), format);
  writeK6Export(folder, planned, format);
  terminal.out(`${planned.operations.length} payments in ${folder}; README.md there says how to run them\n`);
}

/** Writes a load as files for k6: script, plan, what judging needs, and how to run it. */
export function writeK6Export(
  folder: string,
  { header, start, operations, plan, readings }: K6Export,
  format: ExportFormat,
): void {
  const scripts = dirname(K6_SCRIPT);
  for (const file of readdirSync(scripts).filter((name) => name.endsWith('.ts')))
    writeWholeFile(join(folder, file), readFileSync(join(scripts, file), 'utf8'));
  writeK6Plan(folder, plan);
  writeBegun(folder, { header, start }, { complete: false });
  writeWholeFile(
    join(folder, OPERATIONS_FILE),
    operations.map((operation) => `${toJson(operation)}\n`).join(''),
  );
  writeReadings(folder, readings);
  const withHeaders = Object.values(plan.headers).some((headers) => Object.keys(headers).length > 0);
  const name = kubernetesName(header.scenario.name);
  const { parts } = plan.load;
  const isSmall =
    sizeOf(plan) <= MOST_CONFIG_MAP_BYTES && plan.payments.length <= parts * MOST_LOGGED_PAYMENTS;
  const script = isSmall ? 'configMap' : 'volumeClaim';
  const load: OperatorLoad = { name, parts, script, withHeaders };
  const forOperator = format === 'k6-operator';
  if (forOperator) writeWholeFile(join(folder, 'testrun.yaml'), testRunManifest(load));
  writeWholeFile(join(folder, 'README.md'), forOperator ? operatorReadme(load) : readme(load));
}

// The script itself is a few thousand bytes.
function sizeOf({ load, payments }: K6Export['plan']): number {
  const start = JSON.stringify(load, undefined, 1).length;
  return payments.reduce((sum, payment) => sum + JSON.stringify(payment).length + 2, start);
}

const HEADERS = `
Requests need headers: put them, as JSON by node name, into the environment variable MILLRACE_HEADERS, for example
\`{"alice": {"authorization": "Basic ..."}}\`. They are in none of these files.
`;

function readme({ withHeaders }: OperatorLoad): string {
  return `# A load for k6 2.x

\`\`\`sh
mkdir records
K6_NO_USAGE_REPORT=true k6 run --log-format=raw --console-output=records/records.log load.ts
millrace report records --nodes nodes.yaml
\`\`\`

k6 shows its own summary and thresholds; Millrace judges the records, and with \`--nodes\` reads what the
nodes show now: nothing else may have been paid since.
${withHeaders ? HEADERS : ''}`;
}

function operatorReadme({ name, parts, script, withHeaders }: OperatorLoad): string {
  const files =
    script === 'configMap'
      ? `kubectl create configmap ${name} $(printf -- '--from-file=%s ' *.ts load.json plan.json)`
      : `# Too large for a config map or a pod's log: copy *.ts, load.json and plan.json into a volume claim named
# ${name} that all pods can write to (ReadWriteMany); each writes its records there.`;
  const records =
    script === 'configMap'
      ? `kubectl logs job/${name}-$pod > records/records-$pod.log`
      : `cp /path/of/the/claim/${name}-$pod.log records/records-$pod.log`;
  const secret = withHeaders
    ? `kubectl create secret generic ${name} --from-file=headers=headers.json\n`
    : '';
  return `# A load for the k6 operator, ${parts} pods

The runner's image needs k6 2.x.

\`\`\`sh
${files}
${secret}kubectl apply -f testrun.yaml
kubectl wait --for=jsonpath='{.status.stage}'=finished --timeout=24h testrun/${name}
# The records of all pods in one folder, here beside the plan:
mkdir records
for pod in $(seq 1 ${parts}); do ${records}; done
millrace report records --nodes nodes.yaml
\`\`\`

Each pod plays the part of its execution segment; none of them sees enough to judge, so thresholds are judged by
\`millrace report\`, once, on all records.
${withHeaders ? HEADERS : ''}`;
}

/** A load for the k6 operator. */
interface OperatorLoad {
  readonly name: string;
  readonly parts: number;
  /** Where pods find the exported files. */
  readonly script: 'configMap' | 'volumeClaim';
  /** Whether requests need headers, which may hold credentials. */
  readonly withHeaders: boolean;
}

/** A TestRun of the k6 operator: as many pods as parts, each with its execution segment, started together. */
export function testRunManifest({ name, parts, script, withHeaders }: OperatorLoad): string {
  const headers = `      - name: MILLRACE_HEADERS
        valueFrom: {secretKeyRef: {name: ${name}, key: headers}}
`;
  // A claim is mounted as /test into every pod, and outlives the pod and the rotation of its log.
  const records = `      - name: JOB_NAME
        valueFrom: {fieldRef: {fieldPath: "metadata.labels['job-name']"}}
      - {name: K6_CONSOLE_OUTPUT, value: /test/$(JOB_NAME).log}
`;
  return `apiVersion: k6.io/v1alpha1
kind: TestRun
metadata:
  name: ${name}
spec:
  parallelism: ${parts}
  script:
    ${script}: {name: ${name}, file: load.ts}
  # Judged on all pods' records together, by millrace report.
  arguments: --no-thresholds --summary-mode=disabled --quiet --log-format=raw
  runner:
    env:
      - {name: K6_NO_USAGE_REPORT, value: "true"}
      - {name: K6_AUTO_EXTENSION_RESOLUTION, value: "false"}
${withHeaders ? headers : ''}${script === 'volumeClaim' ? records : ''}`;
}

/** A name Kubernetes accepts for an object (RFC 1123). */
function kubernetesName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return `millrace-${name === '' ? 'load' : name}`;
}
