import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseScenario, SCENARIO_CHOICES } from '../../src/jobs/parse-scenario.ts';
import { scenarioJsonSchema } from '../../tools/docs/scenario-json-schema.ts';

const FOLDER = new URL('../../scenarios/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'));
const GUIDE = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');
const readFile = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8');

const isAccepted = new Ajv({ strict: false, allErrors: true }).compile(scenarioJsonSchema(SCENARIO_CHOICES));

describe.each(FILES)('the shipped scenario %s', (file) => {
  const text = readFile(file);
  const value = parse(text, { intAsBigInt: true }) as Record<string, unknown>;

  it('is read', () => {
    expect(parseScenario({ file, text, readFile }).name).toBe(file.replace('.yaml', ''));
  });

  it('names its schema, so that editors complete it', () => {
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./scenario.schema.json');
    expect(existsSync(new URL('scenario.schema.json', FOLDER))).toBe(true);
  });

  it('is a question that is a test: question first, then the seed, and what must hold', () => {
    const keys = Object.keys(value);
    expect(keys.slice(0, 2)).toEqual(['question', 'seed']);
    expect(keys).toContain('expect');
    expect(value['question']).toMatch(/\?$/);
  });

  it('is accepted by the JSON Schema', () => {
    isAccepted(parse(text));
    expect(isAccepted.errors).toBeNull();
  });

  it('means the same written as JSON', () => {
    const json = JSON.stringify(value, (_key, item: unknown) =>
      typeof item === 'bigint' ? inJson(item) : item,
    );
    expect(parseScenario({ file, text: json, readFile })).toEqual(parseScenario({ file, text, readFile }));
  });
});

it('the example in docs/scenarios.md is a scenario', () => {
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(GUIDE) ?? [];
  expect(parseScenario({ file: 'example.yaml', text: example, readFile }).question).toMatch(
    /^Does a hub drain/,
  );
});

it('at least nine scenarios are shipped, one on a real snapshot, and the one that `npm start` runs', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(9);
  expect(FILES).toEqual(expect.arrayContaining(['demo.yaml', 'lightning-core.yaml']));
});

// JSON has one type of number, and readers of it lose digits beyond 2^53.
function inJson(integer: bigint): number | string {
  return Number.isSafeInteger(Number(integer)) ? Number(integer) : String(integer);
}
