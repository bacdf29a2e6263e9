import type { CaseVerdict } from '../../../model/check/contract-report.ts';
import { nodeLine } from '../../../model/node-text.ts';
import { HttpSender, type RawAnswer, type Sent } from '../../../rest/connect/http-sender.ts';
import { type BaseUrl, parseBaseUrl } from '../../../rest/connect/base-url.ts';
import type { ContractCase, StepRequest } from '../../../rest/contract/contract-case.ts';
import { expectedText } from '../../../rest/contract/matches.ts';
import { mismatchIn } from '../../../rest/contract/judge-answer.ts';
import type { Surroundings } from '../../../rest/contract/placeholders.ts';
import type { RestDialect } from '../../../rest/rest-dialect.ts';
import { RealClock } from '../../../runtime/real-clock.ts';
import type { Target } from '../../targets/target.ts';
import { endpointsByOperation, found, readyRequest, type ReadyRequest, templateOf } from './case-request.ts';
import { curlLine } from './curl-line.ts';

// Asked twice, they change nothing.
const HARMLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sends the requests of cases to one node, and judges its answers. */
export class CaseRunner {
  readonly #dialect: RestDialect;
  readonly #endpoints: ReturnType<typeof endpointsByOperation>;
  readonly #base: BaseUrl;
  readonly #sender: HttpSender;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #deadlineMs: number;
  #silentInARow = 0;
  #lastSilence = '';

  constructor({
    target: { baseUrl, headers = {} },
    dialect,
    deadlineMs,
  }: {
    readonly target: Target;
    readonly dialect: RestDialect;
    readonly deadlineMs: number;
  }) {
    this.#dialect = dialect;
    this.#endpoints = endpointsByOperation(dialect);
    this.#base = parseBaseUrl(baseUrl, dialect);
    const { authorization } = this.#base;
    this.#headers = { ...(authorization === undefined ? {} : { authorization }), ...headers };
    this.#deadlineMs = deadlineMs;
    this.#sender = new HttpSender(this.#base.origin, new RealClock());
  }

  /** Where the node answers, without credentials. */
  get url(): string {
    return this.#base.origin + this.#base.prefix;
  }

  /** How many requests in a row the node has left without an answer. */
  get silentInARow(): number {
    return this.#silentInARow;
  }

  /** What came of the last request without an answer: how long it was waited for, or how the connection broke. */
  get lastSilence(): string {
    return this.#lastSilence;
  }

  /** Sends what comes before, the request itself, and what comes after. */
  async run(one: ContractCase, known: Surroundings): Promise<CaseVerdict> {
    for (const step of one.first ?? []) {
      const sent = await this.#send(this.#ready(step, known));
      if ('kind' in sent)
        return { kind: 'unknown', why: `a request before was not answered: ${sent.detail}` };
      if (lacks(one, sent)) return { kind: 'not-run', needs: one.unless?.needs ?? '' };
    }
    const request = this.#ready({ ...one.request, operation: one.operation }, known);
    const sent = await this.#send(request);
    const verdict = this.#judge(one, sent, request, known);
    for (const step of one.afterwards ?? []) await this.#send(this.#ready(step, known));
    return verdict;
  }

  /** Breaks off what is under way. */
  async close(): Promise<void> {
    await this.#sender.close();
  }

  #ready(step: StepRequest, known: Surroundings): ReadyRequest {
    return readyRequest(templateOf(step, found(step.operation, this.#endpoints)), known);
  }

  #judge(one: ContractCase, sent: Sent, request: ReadyRequest, known: Surroundings): CaseVerdict {
    const curl = curlLine(this.url, request);
    const { expected, outcome } = one;
    if ('kind' in sent) {
      const body = expected.json === undefined ? '' : ` ${expectedText(expected.json, known)}`;
      const status = [expected.status].flat().join(' or ');
      return {
        kind: 'differs',
        expected: `${status}${body}`,
        observed: `no answer: ${nodeLine(sent.detail)}`,
        curl,
      };
    }
    if (lacks(one, sent)) return { kind: 'not-run', needs: one.unless?.needs ?? '' };
    const endpoint = found(one.operation, this.#endpoints);
    const { reasonOf } = this.#dialect;
    const wrong = mismatchIn({ answer: sent, endpoint, expected, outcome, reasonOf, known });
    return wrong === undefined ? { kind: 'agrees' } : { kind: 'differs', ...wrong, curl };
  }

  async #send(request: ReadyRequest): Promise<Sent> {
    let sent = await this.#sendOnce(request);
    // The node may close a kept connection the moment a request is written to it.
    if (HARMLESS.has(request.method) && 'cause' in sent && sent.cause === 'connection-broken')
      sent = await this.#sendOnce(request);
    this.#silentInARow = 'kind' in sent ? this.#silentInARow + 1 : 0;
    if ('kind' in sent) this.#lastSilence = nodeLine(sent.detail);
    return sent;
  }

  #sendOnce({ method, path, headers, body }: ReadyRequest): Promise<Sent> {
    return this.#sender.send({
      method,
      path: this.#base.prefix + path,
      headers: { ...headers, ...this.#headers },
      body,
      deadlineMs: this.#deadlineMs,
    });
  }
}

function lacks({ unless }: ContractCase, { status, text }: RawAnswer): boolean {
  return unless !== undefined && status >= 400 && unless.says.test(text);
}
