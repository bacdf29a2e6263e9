import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseScenario, SCENARIO_CHOICES } from '../../src/jobs/parse-scenario.ts';
import { scenarioJsonSchema } from '../../tools/docs/scenario-json-schema.ts';
import { faultsOf } from '../fixtures/faults-of.ts';

const FOLDER = new URL('../../scenarios/', import.meta.url);
const SHIPPED = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => readFileSync(new URL(file, FOLDER), 'utf8'));

// What YAML and our own forms give a meaning to.
const FRAGMENTS = [
  '{ } [ ] : - # & * ! | > ? , " \' &a *a !x --- ... <<:'.split(' '),
  'question: seed: network: topology: line: nodes: steps: expect: traffic: __proto__:'.split(' '),
  '0 -1 1e400 .nan .inf 0x10 1_000 5s true null ~'.split(' '),
  [': ', '- ', '\n', '\n  ', '\t', 'question: q\n', 'seed: 1\n', '%YAML 1.1\n---\n', '\u0000', '\uFEFF'],
].flat();

const mutatedScenario = fc
  .record({
    text: fc.constantFrom(...SHIPPED),
    at: fc.nat(3000),
    cut: fc.nat(40),
    insert: fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 12 })),
  })
  .map(
    ({ text, at, cut, insert }) =>
      text.slice(0, at % text.length) + insert + text.slice((at % text.length) + cut),
  );

const faultsIn = (text: string) =>
  faultsOf(() => parseScenario({ file: 's.yaml', text, readFile: () => '1\n2\n' }));

it.each([
  ['any text', fc.string({ unit: 'binary', maxLength: 200 })],
  [
    'YAML in disorder',
    fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 }).map((parts) => parts.join('')),
  ],
  ['any JSON', fc.json()],
  ['a shipped scenario with a slip', mutatedScenario],
])('%s is a scenario or input faults that name their place, and nothing else', (_name, texts) => {
  const property = fc.property(texts, (text) => {
    const faults = faultsIn(text);
    for (const { place, message } of faults) {
      expect(message).not.toBe('');
      if (place?.file === 's.yaml') expect(place.line).toBeGreaterThanOrEqual(1);
    }
  });
  fc.assert(property, { numRuns: 300 });
});

it('what is read, editors with the JSON Schema accept too', () => {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(scenarioJsonSchema(SCENARIO_CHOICES));
  let accepted = 0;
  const property = fc.property(mutatedScenario, (text) => {
    if (faultsIn(text).length > 0) return;
    accepted += 1;
    validate(parse(text));
    expect(validate.errors).toBeNull();
  });
  fc.assert(property, { numRuns: 200 });
  expect(accepted).toBeGreaterThan(0);
});

it.each([
  ['lists', '['.repeat(20_000)],
  ['mappings', '{a: '.repeat(20_000)],
  ['list items', '- '.repeat(20_000)],
])('nesting of 20,000 %s is refused, not a crash', (_name, text) => {
  expect(faultsIn(text)[0]?.message).toContain('nested too deeply');
});

it('aliases that multiply are refused before they fill the memory', () => {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `l${level}: &l${level} [${level === 0 ? 'x' : `*l${level - 1}, `.repeat(9)}]`,
  );
  expect(faultsIn(levels.join('\n'))[0]?.message).toContain('aliases unfold to too much');
});
