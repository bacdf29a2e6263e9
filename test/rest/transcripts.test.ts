import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../src/rest/endpoint.ts';
import { raiden } from '../../src/rest/raiden/dialect.ts';
import { servedEndpoints } from '../../src/rest/serve/openapi.ts';
import { readAnswer } from '../../src/rest/connect/read-answer.ts';
import { readJson, writeJson } from '../../src/runtime/read-json.ts';
import { type RecordedExchange, recordedExchanges } from '../recordings/recorded-exchanges.ts';

function endpointOf({ method, path }: RecordedExchange['request']): Endpoint | undefined {
  const asked = path.split('?', 1)[0] ?? '';
  return servedEndpoints(raiden).find(
    (endpoint) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(asked),
  );
}

describe('what live Python nodes answered', () => {
  const answered = recordedExchanges().flatMap((exchange) => {
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
