import { z } from 'zod';
import { InvariantError } from '../../../errors.ts';
import type { CaseVerdict } from '../../../model/check/contract-report.ts';
import { nodeLine } from '../../../model/node-text.ts';
import { HttpSender, type RawRequest, type Sent } from '../../../rest/connect/http-sender.ts';
import type { RawAnswer } from '../../../rest/connect/read-answer.ts';
import {
  type BaseUrl,
  LONGEST_ANSWERS,
  ownHeaders,
  parseBaseUrl,
} from '../../../rest/connect/http-client.ts';
import type { ContractCase, StepRequest } from '../../../rest/contract/contract-case.ts';
import { expectedText, mismatchIn } from '../../../rest/contract/judge-answer.ts';
import {
  fillIn,
  type Placeholder,
  placeholdersIn,
  type Surroundings,
} from '../../../rest/contract/placeholders.ts';
import { type Endpoint, endpoint, pathParameters } from '../../../rest/endpoint.ts';
import type { RestDialect } from '../../../rest/rest-dialect.ts';
import { servedEndpoints } from '../../../rest/serve/openapi.ts';
import { RealClock } from '../../../runtime/real-clock.ts';
import type { Target } from '../../targets/target.ts';

/** Milliseconds for an answer that waits for no block. */
export const USUAL_DEADLINE_MS = 15_000;
// An open or a close takes a Python node up to 26 s at blocks of 1 s (python-node.md 2).
const CHANGE_DEADLINE_MS = 120_000;

// One answer may be lost; a node that leaves a second one out has stopped, and waiting for each would take hours.
const MOST_SILENT = 2;

// Asked twice, they change nothing.
const HARMLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sends the requests of cases to one node, and judges its answers. */
export class CaseRunner {
  readonly #dialect: RestDialect;
  readonly #endpoints: ReturnType<typeof endpointsByOperation>;
  readonly #base: BaseUrl;
  readonly #sender: HttpSender;
  readonly #givenMs: number | undefined;
  #deadlineMs = USUAL_DEADLINE_MS;
  readonly #clock = new RealClock();
  #silentInARow = 0;
  #lastSilence = '';

  constructor({
    target: { baseUrl, headers },
    dialect,
    deadlineMs,
  }: {
    readonly target: Target;
    readonly dialect: RestDialect;
    /** Absent: longer where a case changes channels. */
    readonly deadlineMs: number | undefined;
  }) {
    this.#dialect = dialect;
    this.#endpoints = endpointsByOperation(dialect);
    this.#base = parseBaseUrl(baseUrl, dialect);
    this.#givenMs = deadlineMs;
    this.#sender = new HttpSender(this.#base.origin, this.#clock, ownHeaders(this.#base, headers));
  }

  /** Where the node answers, without credentials. */
  get url(): string {
    return this.#base.origin + this.#base.prefix;
  }

  /** Sends what comes before, the request itself, and what comes after. */
  async run(one: ContractCase, known: Surroundings): Promise<CaseVerdict> {
    if (this.#silentInARow >= MOST_SILENT) {
      const why = `the node has stopped answering: ${this.#silentInARow} requests in a row had no answer, the last one ${this.#lastSilence}`;
      return { kind: 'unknown', why };
    }
    const isChange = one.changes === 'channel' || one.changes === 'account';
    this.#deadlineMs = this.#givenMs ?? (isChange ? CHANGE_DEADLINE_MS : USUAL_DEADLINE_MS);
    for (const step of one.first ?? []) {
      const sent = await this.#send(this.#ready(step, known));
      if ('kind' in sent)
        return { kind: 'unknown', why: `a request before was not answered: ${sent.detail}` };
      if (lacks(one, sent)) return { kind: 'not-run', needs: one.unless?.needs ?? '' };
      // Refusals may follow refusals, and a channel may be as it has to be since an earlier case.
      if (sent.status >= 400 && one.outcome === 'ok' && one.changes !== 'channel')
        return {
          kind: 'unknown',
          why: `a request before was refused: ${sent.status} ${nodeLine(sent.text)}`,
        };
    }
    const request = this.#ready(one, known);
    const verdict = this.#judge(one, await this.#send(request), request, known);
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
    const { reasonOf } = this.#dialect;
    const wrong = mismatchIn({
      answer: sent,
      endpoint: found(one.operation, this.#endpoints),
      expected,
      outcome,
      reasonOf,
      known,
    });
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
      headers,
      body,
      longestAnswer: LONGEST_ANSWERS.payments,
      deadlineMs: this.#deadlineMs,
    });
  }
}

function lacks({ unless }: ContractCase, { status, text }: RawAnswer): boolean {
  return unless !== undefined && status >= 400 && text.includes(unless.says);
}

/** A shell line that sends a request again; what is sent with every request to the node is left out: it may be secret. */
export function curlLine(base: string, { method, path, headers, body }: ReadyRequest): string {
  const how = method === 'HEAD' ? ['--head'] : method === 'GET' ? [] : ['-X', method];
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]);
  // Else curl says that the body is a form.
  const untyped = body !== undefined && !('content-type' in headers) ? ['-H', quoted('content-type:')] : [];
  const data = body === undefined ? [] : ['--data-binary', quoted(body)];
  return ['curl', '-si', ...how, ...sent, ...untyped, ...data, quoted(base + path)].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A request as it is sent, but for the deadline and what comes with every request to the node. */
type ReadyRequest = Omit<RawRequest, 'deadlineMs' | 'longestAnswer' | 'givingUp'>;

// The values of path parameters unless a case gives others.
const USUAL: Readonly<Record<string, string>> = {
  token_address: '{token}',
  partner_address: '{partner}',
  target_address: '{partner}',
};

const UNKNOWN_PATH = endpoint({
  operation: 'unknownPath',
  path: '/',
  summary: 'Paths that lead nowhere.',
  answer: z.never(),
  refusals: [404],
});

/** The endpoints of a dialect by their names, and the one that stands for none. */
export function endpointsByOperation(dialect: RestDialect): ReadonlyMap<string, Endpoint> {
  const all: readonly Endpoint[] = [...servedEndpoints(dialect), UNKNOWN_PATH];
  return new Map(all.map((one) => [one.operation, one]));
}

/** The request with nothing filled in. */
function templateOf(request: Omit<StepRequest, 'operation'>, of: Endpoint): ReadyRequest {
  const { method = of.method, body, type = 'application/json', at = {}, query = '', headers = {} } = request;
  const filled = pathParameters(of.path).reduce(
    (path, name) => path.replace(`{${name}}`, at[name] ?? USUAL[name] ?? ''),
    of.path,
  );
  const path = (request.path ?? filled) + query;
  const typed = body === undefined || type === 'none' ? headers : { 'content-type': type, ...headers };
  return { method, path, headers: typed, body };
}

/** The request with everything filled in. */
function readyRequest(template: ReadyRequest, known: Surroundings): ReadyRequest {
  const { path, body } = template;
  return {
    ...template,
    path: fillIn(path, known),
    body: body === undefined ? undefined : fillIn(body, known),
  };
}

/** All that has to be known before a case can be run, its steps before and after included. */
export function neededBy(
  one: ContractCase,
  endpoints: ReadonlyMap<string, Endpoint>,
): readonly Placeholder[] {
  const requests = [one, ...(one.first ?? []), ...(one.afterwards ?? [])];
  const templates = requests.map((request) => templateOf(request, found(request.operation, endpoints)));
  const texts = templates.flatMap(({ path, body = '' }) => [path, body]);
  return placeholdersIn([...texts, JSON.stringify(one.expected)]);
}

/** The endpoint of that name. Throws where a case names none: our mistake. */
function found(operation: string, endpoints: ReadonlyMap<string, Endpoint>): Endpoint {
  const of = endpoints.get(operation);
  if (of === undefined) throw new InvariantError(`no endpoint is called ${operation}`);
  return of;
}
