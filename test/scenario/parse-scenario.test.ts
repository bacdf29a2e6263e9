import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { toJson } from '../../src/model/json.ts';
import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import { NO_FEES } from '../../src/model/network/fees.ts';

const HEAD = 'question: Who pays?\nseed: 1\n';
const LINE = `${HEAD}network: {topology: {line: {nodes: 3}}}\n`;

interface ReadPart {
  readonly what: string;
  /** The file after its question and seed. */
  readonly question?: string;
  /** The file after a line of three nodes. */
  readonly line?: string;
  /** Parts of the scenario as JSON. */
  readonly gives: Readonly<Record<string, unknown>>;
}

const READ_PARTS: readonly ReadPart[] = parseYaml(
  readFileSync(new URL('read.yaml', import.meta.url), 'utf8'),
);

describe('a scenario file', () => {
  it.each(READ_PARTS)('is read: $what', ({ question, line = '', gives }) => {
    const scenario = parse(question === undefined ? LINE + line : HEAD + question);
    const json = JSON.parse(toJson(scenario)) as Readonly<Record<string, unknown>>;
    expect(Object.fromEntries(Object.keys(gives).map((part) => [part, json[part]]))).toEqual(gives);
  });

  it('is named as its file, and has no part that it does not say', () => {
    const scenario = parse(LINE, 'folder/who-pays.yaml');
    expect(scenario.name).toBe('who-pays');
    expect(Object.keys(scenario).toSorted().join()).toBe(
      'expect,name,networks,nodes,protocol,question,seed,steps,tokens,traffic',
    );
    expect(scenario.protocol).not.toHaveProperty('attempts');
  });

  it('understands aliases and JSON, tabs included', () => {
    const aliased = `${HEAD}network: {topology: {line: {nodes: 3}}, fees: &fees {flat: 2}}\nnodes: {n1: {fees: *fees}}\n`;
    expect(parse(aliased).nodes['n1']?.fees).toEqual({ ...NO_FEES, flat: 2n });
    const json =
      '{\n\t"question": "Who pays?",\n\t"seed": 1,\n\t"network": {"topology": {"line": {"nodes": 3}}}\n}\n';
    expect(parse(json)).toEqual(parse(LINE));
  });

  it('keeps every digit of amounts and of the seed', () => {
    const property = fc.property(fc.bigInt({ min: 0n, max: MAX_AMOUNT }), fc.bigInt(), (amount, seed) => {
      const scenario = parse(
        `question: q\nseed: ${seed}\nnetwork: {topology: {line: {nodes: 2}}, capacity: ${amount}, totalDeposit: "${amount}"}\n`,
      );
      expect(scenario.seed).toBe(String(seed));
      expect(scenario.networks[0]?.capacity).toEqual({ kind: 'fixed', amount });
      expect(scenario.networks[0]?.totalDeposit).toBe(amount);
    });
    fc.assert(property);
  });

  it('is refused with the lines of what happens in simulated networks only, where nodes are to be driven', () => {
    const text = `${LINE}churn: [{random: {online: 1s, offline: 1s}}]\nmessages: {loss: 0.1}\n`;
    expect(() => parse(text, 's.yaml', true)).toThrow(
      /^s\.yaml:4:8: churn: happens in simulated networks only: .*\n {2}Simulate it, .*\ns\.yaml:5:11: messages: happens/,
    );
    expect(parse(LINE, 's.yaml', true).name).toBe('s');
  });
});

function parse(text: string, file = 'scenario.yaml', isForNodes = false) {
  const readFile = (path: string): string =>
    path.endsWith('.csv') ? 'id,sats\n1,7\n2,8\n' : `text of ${path}`;
  return parseScenario({ file, text, readFile, isForNodes });
}
