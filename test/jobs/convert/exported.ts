import { readExport } from '../../../src/jobs/convert/read-exports.ts';
import { parseScenario } from '../../../src/jobs/parse-scenario.ts';

export const [ME, ANN, BEN] = [`02${'a'.repeat(64)}`, `02${'b'.repeat(64)}`, `03${'c'.repeat(64)}`];

export const exportOf = (value: unknown) =>
  readExport({ file: 'x.json', text: typeof value === 'string' ? value : JSON.stringify(value) });

export function scenarioOf(files: Readonly<Record<string, string>>) {
  const text = Object.entries(files).find(([name]) => name.endsWith('.yaml'))?.[1] ?? '';
  return parseScenario({ file: 'scenario.yaml', text, readFile: (name) => files[name] ?? '' });
}
