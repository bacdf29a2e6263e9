import { readExport } from '../../../src/jobs/convert/read-exports.ts';
import { parseScenario } from '../../../src/jobs/parse-scenario.ts';

export const exportOf = (value: unknown) => readExport({ file: 'x.json', text: JSON.stringify(value) });
export const unnamed = { name: undefined, token: undefined };
export const scenarioOf = (files: Readonly<Record<string, string>>) =>
  parseScenario({
    file: 'scenario.yaml',
    text: Object.entries(files).find(([name]) => name.endsWith('.yaml'))?.[1] ?? '',
    readFile: (name) => files[name] ?? '',
  });

export const ME = `02${'a'.repeat(64)}`;
export const ANN = `02${'b'.repeat(64)}`;
export const BEN = `03${'c'.repeat(64)}`;
