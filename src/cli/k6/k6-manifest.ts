/** A load for the k6 operator. */
export interface OperatorLoad {
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
export function kubernetesName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return `millrace-${name === '' ? 'load' : name}`;
}
