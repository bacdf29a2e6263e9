import type { Counterexample } from '../../model/check/counterexample.ts';

// Read by the test that is written, not here.
const ENVIRONMENT = ['process', 'env'].join('.');

/** A test of a user's own that tries the case again, on nodes whose list the environment names. */
export function vitestFile({
  id,
  found,
  text,
  pace,
  looks,
}: Pick<Counterexample, 'id' | 'found' | 'text' | 'pace' | 'looks'>): string {
  return `// Made by millrace check from case ${id}: ${oneLine(found.title)}
// NODES: JSON with the base URL of each node of the case, such as {"n1": "http://127.0.0.1:5001"}; absent: a sandbox.
import { parseScenario, replay, startSandbox } from 'millrace';
import { expect, it } from 'vitest';

const scenario = parseScenario({
  file: 'case-${id}.yaml',
  text: ${template(text)},
  readFile: (name) => {
    throw new Error(\`there is no \${name}\`);
  },
});

it(${JSON.stringify(oneLine(found.title))}, { timeout: 120_000 }, async () => {
  const listed = ${ENVIRONMENT}['NODES'];
  const sandbox = listed === undefined ? await startSandbox({ scenario, speed: 100 }) : undefined;
  try {
    const targets = sandbox?.targets ?? JSON.parse(listed ?? '{}');
    const { comparison } = await replay({
      scenario,
      targets,
      pace: '${pace}',${looks === undefined ? '' : `\n      looks: '${looks}',`}
      speed: sandbox === undefined ? 1 : 100,
      useExisting: sandbox === undefined,
    });
    const findings = [...comparison.operations.flatMap((operation) => operation.findings), ...comparison.general];
    expect(findings.filter(({ severity }) => severity === 'difference')).toEqual([]);
  } finally {
    await sandbox?.stop();
  }
});
`;
}

function template(text: string): string {
  return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
