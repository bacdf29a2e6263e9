import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { InputError } from '../../src/errors.ts';
import { CHOICES } from '../../src/jobs/assemble.ts';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';

const QUESTION = 'question: Who pays?\nseed: 1\n';
const LINE = `${QUESTION}network: {topology: {line: {nodes: 3}}}\n`;
const TRAFFIC = `${LINE}traffic:\n  - arrivals: {poisson: {perSecond: 1}}\n    count: 5\n    amounts: 1\n`;
// What stands in messages again and again.
const LISTS: Readonly<Record<string, string>> = {
  $AMOUNT:
    'an amount: an integer from 0 to 2^256-1, or a mapping with the key fixed or uniform or lognormal or pareto or csv',
  $KEYS:
    'question, seed, description, tokens, network, networks, nodes, classes, protocol, traffic, recorded, steps, expect, churn, griefing, messages, replenish, load, case, plan',
  $METRIC: 'a known metric, a relation and a number, such as success_rate >= 95%',
  $ROUTERS: CHOICES.routers.map(({ name }) => name).join(', '),
};

const steps = (spec: string) => `${LINE}steps: [${spec}]\n`;

interface Fault {
  readonly what: string;
  readonly file?: string;
  readonly question?: string;
  readonly line?: string;
  readonly traffic?: string;
  readonly told: string;
}

const FAULTS: readonly Fault[] = parse(readFileSync(new URL('faults.yaml', import.meta.url), 'utf8'));

function textOf({ file = '', question, line, traffic }: Fault): string {
  if (question !== undefined) return QUESTION + question;
  if (line !== undefined) return LINE + line;
  return traffic === undefined ? file : TRAFFIC + traffic;
}

describe('a person who writes this is told what is wrong, where, and what to do', () => {
  it.each(FAULTS)('$what', (fault) => {
    const told = fault.told.replaceAll(/\$[A-Z]+/g, (name) => LISTS[name] ?? name);
    expect(toldAbout(textOf(fault))).toBe(told);
  });

  it('speaks of JSON where a file is called so', () => {
    const read = () => parseScenario({ file: 's.json', text: '{"question": "q"', readFile });
    expect(read).toThrow(/^s\.json:1:\d+: not valid JSON: /);
  });

  it('says everything at once, in the order of the file', () => {
    const text = `question: 5\nseed: []\nnetwork:\n  topology: {line: {nodes: 3}}\n  capacity: x\nsteps:\n  - stop: n9\n  - wait: 5\n`;
    expect(
      toldAbout(text)
        .split('\n')
        .filter((line) => line.startsWith('s.yaml'))
        .map((line) => line.split(' ')[1]),
    ).toEqual(['question:', 'seed:', 'network.capacity:', 'steps[1].wait:']);
  });

  it('checks names when the shape of the whole file is right', () => {
    expect(toldAbout(`${LINE}protocol: 5\nsteps: [{stop: n9}]\n`)).toBe(
      's.yaml:4:11: protocol: found 5, expected a mapping',
    );
  });

  it('tells faults within groups beside those around them', () => {
    expect(toldAbout(`${LINE}protocol: 5\nsteps: [{serial: {steps: [{stop: n9}, {wait: 5}]}}]\n`)).toBe(
      's.yaml:4:11: protocol: found 5, expected a mapping\n' +
        's.yaml:5:46: steps[0].serial.steps[1].wait: found 5, expected a duration such as 500ms, 2s, 5m or 1h, or a mapping with the key blocks\n' +
        '  a duration needs its unit: 5s or 5ms',
    );
  });

  it('shows twenty faults and counts the others', () => {
    const lines = toldAbout(steps(Array.from({ length: 25 }, () => '{wait: -1s}').join(', '))).split('\n');
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('and 5 more faults');
  });
});

function toldAbout(text: string): string {
  try {
    parseScenario({ file: 's.yaml', text, readFile });
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'nothing';
}

function readFile(path: string): string {
  if (path === 'bad.csv') return 'id,sats\n1,5\n22,12.5\n';
  throw Object.assign(new Error(`ENOENT: no such file or directory, open '/somewhere/${path}'`), {
    code: 'ENOENT',
  });
}
