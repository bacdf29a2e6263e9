import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../src/rest/endpoint.ts';
import { raiden } from '../../src/rest/raiden/dialect.ts';
import { servedEndpoints } from '../../src/rest/serve/openapi.ts';
import { readAnswer } from '../../src/rest/connect/read-answer.ts';
import { readJson, writeJson } from '../../src/rest/read-json.ts';

const TRANSCRIPT = new URL(
  '../../../shared/data/transcripts/raiden-3.0.1-line-of-four.ndjson',
  import.meta.url,
);
const RECORDED = existsSync(TRANSCRIPT);

interface Exchange {
  readonly step: number;
  readonly name: string;
  readonly request: { readonly method: string; readonly path: string; readonly body: string | null };
  readonly response: { readonly status: number; readonly body: string };
}

const exchanges: readonly Exchange[] = RECORDED
  ? readFileSync(TRANSCRIPT, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Exchange)
  : [];

function endpointOf({ method, path }: Exchange['request']): Endpoint | undefined {
  const asked = path.split('?', 1)[0] ?? '';
  return servedEndpoints(raiden).find(
    (endpoint) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(asked),
  );
}

describe.skipIf(!RECORDED)('what live Python nodes answered (needs ../shared/data/transcripts)', () => {
  const answered = exchanges.flatMap((exchange) => {
    const endpoint = endpointOf(exchange.request);
    // Status 0: the node was already gone.
    return endpoint === undefined || exchange.response.status === 0 ? [] : [{ ...exchange, endpoint }];
  });

  it('covers most of the endpoints', () => {
    expect(new Set(answered.map(({ endpoint }) => endpoint.operation)).size).toBeGreaterThan(15);
  });

  it('is readable in every answer', () => {
    for (const { step, endpoint, response } of answered) {
      const answer = readAnswer({ status: response.status, text: response.body }, endpoint);
      expect(answer, `step ${step}`).toMatchObject({ kind: response.status < 300 ? 'ok' : 'refused' });
    }
  });

  it('is what the sandbox would write for the same values, field by field', () => {
    for (const { step, name, endpoint, response } of answered) {
      // A simulated node has contracts and notifications of its own.
      if (response.status >= 300 || /contracts|notifications/i.test(endpoint.operation)) continue;
      const answer = readAnswer({ status: response.status, text: response.body }, endpoint);
      if (answer.kind !== 'ok') throw new Error(`step ${step} ${name}: ${answer.kind}`);
      const written = readJson(writeJson(z.encode(endpoint.answer, answer.value)));
      expect(written, `step ${step} ${name}`).toEqual(readJson(response.body));
    }
  });
});
