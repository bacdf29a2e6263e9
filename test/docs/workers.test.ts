import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { planCommand } from '../../src/cli/plan.ts';
import { workerCommand } from '../../src/cli/worker.ts';
import { memoryTerminal } from '../cli/memory-terminal.ts';

const page = readFileSync(new URL('../../docs/workers.md', import.meta.url), 'utf8');
const [, manifest = ''] = /```yaml\n(apiVersion[\s\S]*?)```/.exec(page) ?? [];

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly valueFrom: { readonly secretKeyRef: { name: string; key: string } } }[];
  readonly volumeMounts?: readonly { readonly name: string }[];
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly selector?: { readonly matchLabels?: object; readonly app?: string };
    readonly template?: {
      readonly metadata?: { readonly labels: object };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly volumes?: readonly { name: string }[];
      };
    };
  };
}

const documents = parseAllDocuments(manifest);
const resources = documents.map((document) => document.toJS() as Resource);
const pods = resources.flatMap(({ spec }) => spec?.template ?? []);

// That each part has the shape Kubernetes asks for was asked of its schemas (docs/workers.md says which): here what
// the parts say of each other.
describe('the manifest for Kubernetes', () => {
  it('is YAML without faults', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(resources.map(({ kind }) => kind)).toEqual([
      'Secret',
      'Service',
      'Deployment',
      'Deployment',
      'Job',
    ]);
  });

  it('selects the pods it describes, and reaches the Redis by the name of its service', () => {
    const [secret, service, redis, worker] = resources;
    for (const deployment of [redis, worker])
      expect(deployment?.spec.selector?.matchLabels).toEqual(deployment?.spec.template?.metadata?.labels);
    expect(service?.spec.selector).toEqual(redis?.spec.template?.metadata?.labels);
    const { password, redis: url } = secret?.stringData ?? {};
    expect(url).toBe(`redis://:${password ?? ''}@${service?.metadata.name ?? ''}`);
  });

  it('names secrets and volumes that there are', () => {
    const [secret] = resources;
    for (const { spec } of pods) {
      const volumes = (spec.volumes ?? []).map(({ name }) => name);
      for (const { env = [], volumeMounts = [] } of spec.containers) {
        for (const { valueFrom } of env) {
          expect(valueFrom.secretKeyRef.name).toBe(secret?.metadata.name);
          expect(Object.keys(secret?.stringData ?? {})).toContain(valueFrom.secretKeyRef.key);
        }
        for (const { name } of volumeMounts) expect(volumes).toContain(name);
      }
    }
  });

  it('calls commands with options that there are', () => {
    const context = { terminal: memoryTerminal(), env: {}, conclude() {} };
    const commands = { plan: planCommand.create(context), worker: workerCommand.create(context) };
    const called = pods.flatMap(({ spec }) => spec.containers.flatMap(({ args }) => (args ? [args] : [])));
    expect(called.map(([name]) => name)).toEqual(['worker', 'plan']);
    for (const [name, ...rest] of called) {
      const { unknown } = commands[name as keyof typeof commands].exitOverride().parseOptions([...rest]);
      expect(unknown).toEqual([]);
    }
  });
});
