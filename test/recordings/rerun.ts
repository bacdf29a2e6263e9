import { classifyReason } from '../../src/model/run/reason.ts';
import { type ConnectedControl, connectControl } from '../../src/rest/control/connect-control.ts';
import {
  type RecordedExchange,
  type RecordedResponse,
  recordedExchanges,
  recordedStartMs,
} from './recorded-exchanges.ts';
import { type Asked, type RecordedLine, recordedLine } from './recorded-line.ts';

/** What came back, in terms of the recording, without what chance and the chain decide. */
export interface Shown {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One exchange with both answers. */
export interface Rerun {
  readonly exchange: RecordedExchange;
  readonly recorded: Shown;
  readonly answered: Shown;
}

/** What was done to nodes just before an exchange, and what was asked before its turn. */
const STAGE: Readonly<Record<number, (play: Play) => Promise<void>>> = {
  208: (play) => play.sendAhead(208, 209),
  // The second of this pair came first.
  210: (play) => play.sendAhead(211, 210),
  // Node 4 freezes when the transfer is on its way to it, and dies when it is thawed.
  237: async (play) => {
    await play.sendAhead(243);
    await play.untilLocked(3);
    await play.control.freeze('n4');
  },
  246: (play) => play.control.stop('n4'),
  247: async (play) => {
    await play.sendAhead(247);
    await play.untilLocked(1);
    await play.control.freeze('n2');
    play.pass(10_000);
    await play.control.thaw('n2');
  },
  253: (play) => play.start('n4'),
  261: (play) => play.control.freeze('n3'),
  267: (play) => play.control.thaw('n3'),
};

// Before the exchange, another one was sent; its answer comes later.
const BEGINS_WITH: Readonly<Record<number, number>> = { 237: 243 };

/** Sends every recorded request, in order and no sooner than it was sent then, and returns both answers. */
export async function rerun(): Promise<readonly Rerun[]> {
  const line = await recordedLine();
  const play = new Play(line);
  try {
    const shown: Rerun[] = [];
    for (const exchange of recordedExchanges()) {
      play.waitFor(BEGINS_WITH[exchange.step] ?? exchange.step);
      await STAGE[exchange.step]?.(play);
      play.waitFor(exchange.step);
      const answered = await play.answer(exchange.step);
      shown.push({
        exchange,
        recorded: comparable(exchange.response, (text) => text),
        answered: comparable(answered, (text) => play.inRecordedTerms(text)),
      });
    }
    return shown;
  } finally {
    await play.control.close();
    await line.close();
  }
}

class Play {
  readonly #line: RecordedLine;
  readonly #sent = new Map<number, Asked>();
  readonly #exchanges = new Map(recordedExchanges().map((each) => [each.step, each]));

  /** The sandbox's own, over HTTP. */
  readonly control: ConnectedControl;

  constructor(line: RecordedLine) {
    this.#line = line;
    this.control = connectControl({ baseUrl: line.pathFindingUrl });
  }

  waitFor(step: number): void {
    this.#line.clock.advanceTo(recordedStartMs(this.#exchanges.get(step) as RecordedExchange) ?? 0);
  }

  pass(ms: number): void {
    this.#line.clock.advanceTo(this.#line.clock.nowMs() + ms);
  }

  async sendAhead(...steps: readonly number[]): Promise<void> {
    for (const step of steps) this.#sent.set(step, this.#ask(step));
  }

  async untilLocked(transfers: number): Promise<void> {
    const { clock } = this.#line;
    for (;;) {
      const pending = await this.control.pendingTransfers();
      if (pending >= transfers) return;
      if (pending > 0) clock.advanceTo(clock.nextEventMs);
    }
  }

  /** Two seconds are what a node takes that has its data already (python-node.md 2). */
  async start(node: string): Promise<void> {
    await this.control.setStartup(2_000);
    await this.control.start(node);
  }

  async answer(step: number): Promise<RecordedResponse> {
    return (this.#sent.get(step) ?? this.#ask(step)).answer();
  }

  #ask(step: number): Asked {
    return this.#line.ask(() => this.#send(this.#exchanges.get(step) as RecordedExchange));
  }

  inRecordedTerms(text: string): string {
    return [...this.#line.addresses].reduce((told, [recorded, own]) => told.replaceAll(own, recorded), text);
  }

  async #send({ node, request }: RecordedExchange): Promise<RecordedResponse> {
    const { method, path, headers, body } = request;
    try {
      const response = await fetch(`${this.#line.baseUrls[`n${node}`]}${this.#inOwnTerms(path)}`, {
        method,
        headers: headers,
        ...(body === null ? {} : { body: this.#inOwnTerms(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: [...response.headers], body: text };
    } catch (error) {
      return { status: 0, headers: [], body: String(error) };
    }
  }

  #inOwnTerms(text: string): string {
    return [...this.#line.addresses].reduce(
      (told, [recorded, own]) =>
        told.replaceAll(recorded, own).replaceAll(recorded.toLowerCase(), own.toLowerCase()),
      text,
    );
  }
}

const COMPARED_HEADERS = new Set(['content-type', 'mimetype', 'allow']);

// Chance and the chain decide these.
const DRAWN = new Set([
  'secret',
  'secret_hash',
  'identifier',
  'payment_identifier',
  'log_time',
  'transaction_hash',
]);

function comparable({ status, headers, body }: RecordedResponse, inTerms: (text: string) => string): Shown {
  if (status === 0) return { status, headers: {}, body: 'no answer' };
  return {
    status,
    headers: Object.fromEntries(
      headers
        .map(([name, value]) => [name.toLowerCase(), value.split(', ').sort().join(', ')] as const)
        .filter(([name]) => COMPARED_HEADERS.has(name))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
    body: bodyOf(status, inTerms(body)),
  };
}

function bodyOf(status: number, text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text;
  }
  const errors = (body as { readonly errors?: unknown } | null)?.errors;
  // What stands after `PFS:` was worded by a stand-in.
  if (typeof errors === 'string' && errors.includes('PFS:'))
    return { errors: classifyReason({ status, errors }) };
  return masked(body);
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, DRAWN.has(key) ? 'masked' : masked(item)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
