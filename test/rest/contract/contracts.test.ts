import { describe, expect, it } from 'vitest';
import { readContract } from '../../../src/cli/check/package-files.ts';
import { endpointsByOperation, neededBy } from '../../../src/jobs/check/contract/case-runner.ts';
import type { ContractCase, ExpectedAnswer } from '../../../src/rest/contract/contract-case.ts';
import { mismatchIn } from '../../../src/rest/contract/judge-answer.ts';
import { PLACEHOLDERS } from '../../../src/rest/contract/placeholders.ts';
import { asDocumented } from '../../../src/rest/as-documented/dialect.ts';
import { raiden } from '../../../src/rest/raiden/dialect.ts';
import { raiden2 } from '../../../src/rest/raiden-2/dialect.ts';
import { raidenLight } from '../../../src/rest/raiden-light/dialect.ts';
import { servedEndpoints } from '../../../src/rest/serve/openapi.ts';
import { recordedExchanges } from '../../recordings/recorded-exchanges.ts';
import { sectionsOfProtocol } from '../../docs/protocol-sections.ts';

// Other test files register dialects of their own.
const NAMED = [raiden, raiden2, raidenLight, asDocumented].map((dialect) => [dialect.name, dialect] as const);
const RECORDED = new Map(recordedExchanges().map((exchange) => [exchange.step, exchange.response]));
const SECTIONS = sectionsOfProtocol();

describe.each(NAMED)('the contract of %s', (_name, dialect) => {
  const { cases, absent } = readContract(dialect.name);
  const endpoints = endpointsByOperation(dialect);

  it('names each case once, in words with hyphens', () => {
    const names = cases.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it('has a source for each case that is there', () => {
    expect(cases.filter(({ source }) => !isThere(source)).map(({ name, source }) => [name, source])).toEqual(
      [],
    );
  });

  it('needs nothing but what has a name', () => {
    const needed = new Set(cases.flatMap((one) => neededBy(one, endpoints)));
    expect([...needed].filter((name) => !(name in PLACEHOLDERS))).toEqual([]);
  });

  it('has a success of every endpoint', () => {
    const reached = new Set(
      cases.filter(({ outcome }) => outcome === 'ok').map(({ operation }) => operation),
    );
    const others = servedEndpoints(dialect).map(({ operation }) => operation);
    expect(others.filter((operation) => !reached.has(operation))).toEqual([]);
  });

  it('has every status that an endpoint declares, or says why not', () => {
    const missing = servedEndpoints(dialect).flatMap(({ operation, successes, refusals }) =>
      [...successes, ...refusals]
        .filter((status) => !cases.some((one) => one.operation === operation && allows(one.expected, status)))
        .filter(
          (status) =>
            !absent.some((one) => one.status === status && (one.operation ?? operation) === operation),
        )
        .map((status) => `${operation} ${status}`),
    );
    expect(missing).toEqual([]);
  });

  it('says why a status has no case only where that is so', () => {
    const idle = absent.filter(({ operation, status }) =>
      cases.some((one) => (operation ?? one.operation) === one.operation && allows(one.expected, status)),
    );
    expect(idle).toEqual([]);
  });

  it('expects of recorded cases what was recorded', () => {
    const wrong = cases.flatMap((one) => {
      const step = recordedStep(one);
      const answer = step === undefined ? undefined : RECORDED.get(step);
      const endpoint = endpoints.get(one.operation);
      if (answer === undefined || endpoint === undefined) return [];
      const headers = Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
      const { status, body: text } = answer;
      const { reasonOf } = dialect;
      const mismatch = mismatchIn({
        answer: { status, headers, text },
        endpoint,
        expected: withAnyValue(one.expected),
        outcome: one.outcome,
        reasonOf,
        known: new Map(),
      });
      return mismatch === undefined ? [] : [[one.name, one.source, mismatch]];
    });
    expect(wrong).toEqual([]);
  });
});

describe('the contracts', () => {
  it('hold 845 cases, which only somebody who adds or removes one changes', () => {
    const counts = [raiden, raiden2, raidenLight, asDocumented].map(
      ({ name }) => readContract(name).cases.length,
    );
    expect(counts).toEqual([347, 347, 119, 32]);
  });
});

function isThere(source: string): boolean {
  const step = /^recorded (\d+)$/.exec(source)?.[1];
  if (step !== undefined) return RECORDED.has(Number(step));
  const [, page = '', section = ''] = /^(\S+\.md) (\d+(?:\.\d+)*)$/.exec(source) ?? [];
  return SECTIONS.get(page)?.includes(section) ?? false;
}

function recordedStep({ source }: ContractCase): number | undefined {
  const step = /^recorded (\d+)$/.exec(source)?.[1];
  return step === undefined ? undefined : Number(step);
}

function allows({ status }: ExpectedAnswer, wanted: number): boolean {
  return [status].flat().includes(wanted);
}

// The recorded network has other addresses, and moved larger amounts.
function withAnyValue(expected: ExpectedAnswer): ExpectedAnswer {
  const { json, ...rest } = expected;
  return json === undefined ? rest : { ...rest, json: anyValue(json) };
}

function anyValue(json: unknown): unknown {
  if (json === '{any}' || json instanceof RegExp) return json;
  if (typeof json === 'string') {
    if (/^\d+$/.test(json)) return /^\d+$/;
    const parts = json
      .split(/\{[a-zA-Z.]+\}|0x0{40}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return parts.length === 1 ? json : new RegExp(`^${parts.join('.+')}$`);
  }
  if (Array.isArray(json)) return json.map(anyValue);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, anyValue(value)]));
}
