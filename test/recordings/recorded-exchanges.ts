import { readFileSync } from 'node:fs';

/** One request to a live node and its answer. */
export interface RecordedExchange {
  readonly step: number;
  readonly name: string;
  readonly node: number;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  readonly response: RecordedResponse;
  /** How long the answer took. */
  readonly ms: number;
}

/** What came back. */
export interface RecordedResponse {
  /** 0: no answer, the node was gone. */
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const FILE = new URL('raiden-3.0.1-line-of-four.ndjson', import.meta.url);

/** All exchanges of the line of four, in order. */
export function recordedExchanges(): readonly RecordedExchange[] {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedExchange);
}

/** When the request was sent, milliseconds since the first answer; `undefined` for those without an answer. */
export function recordedStartMs({ response, ms }: RecordedExchange): number | undefined {
  const date = response.headers.find(([name]) => name === 'Date')?.[1];
  return date === undefined ? undefined : Date.parse(date) - FIRST_ANSWER_MS - ms;
}

const FIRST_ANSWER_MS = Date.parse('Sat, 21 Nov 2026 01:54:08 GMT');
