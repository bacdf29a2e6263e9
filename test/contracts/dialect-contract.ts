import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Exchange } from '../../src/model/run/run.ts';
import type { PaymentToSend, SentPaymentAnswer } from '../../src/ports/node-dialect.ts';
import { findingOf } from '../../src/verdict/causes/finding-of.ts';
import { CHECKS } from '../../src/verdict/registry.ts';
import { targetsInHeader } from '../../src/jobs/targets/target.ts';
import { handMadeRun } from '../verdict/hand-made-run.ts';
import { k6Plan } from '../../src/jobs/load/k6/k6-plan.ts';
import { type ConnectedNode, connectNode } from '../../src/rest/connect/connect-node.ts';
import { readErrors } from '../../src/rest/connect/read-answer.ts';
import { AS_REQUESTED } from '../../src/rest/payments/payment-answer.ts';
import { createPaymentSenders, type PaymentSenders } from '../../src/rest/payments/payment-sender.ts';
import { writeJson } from '../../src/runtime/read-json.ts';
import type { Endpoint } from '../../src/rest/endpoint.ts';
import type { RestDialect } from '../../src/rest/rest-dialect.ts';
import { openApiDocument, servedEndpoints } from '../../src/rest/serve/openapi.ts';
import type { Refusal } from '../../src/rest/wording.ts';
import { RealClock } from '../../src/runtime/real-clock.ts';
import { addressOf, lineNetwork, type LineName, serveLine } from '../rest/simulated-line.ts';
import { describeWire } from './dialect-wire-contract.ts';

// An unknown path, a wrong method, broken JSON, none, a wrong field, no address.
const REFUSALS = [404, 405, 400, 400, 400, 404];

/** Every dialect passes these cases; `refusals` are the statuses of one that refuses by others than the Python node's. */
export function describeDialect(dialect: RestDialect, refusals: readonly number[] = REFUSALS): void {
  const { name, endpoints } = dialect;

  describeWire(dialect);

  describe(`${name}: a payment`, () => {
    const exchanges: Omit<Exchange, 'operation' | 'node'>[] = [];
    let line: Awaited<ReturnType<typeof serveLine>>;
    let nodes: ReadonlyMap<LineName, ConnectedNode>;
    let senders: PaymentSenders;
    const node = (of: LineName): ConnectedNode => nodes.get(of) as ConnectedNode;

    beforeAll(async () => {
      line = await serveLine(undefined, name);
      const places = (['alice', 'bob', 'carol', 'dave'] as const).map(
        (of) => [of, { baseUrl: line.baseUrls[of] as string, dialect: name }] as const,
      );
      const onExchange = (exchange: (typeof exchanges)[number]) => void exchanges.push(exchange);
      nodes = new Map(places.map(([of, place]) => [of, connectNode({ ...place, onExchange })]));
      senders = createPaymentSenders(Object.fromEntries(places), new RealClock(), 30_000);
    });
    afterAll(async () => {
      senders.close();
      for (const each of nodes.values()) await each.close();
      await line.close();
    });

    const asked = (target: LineName, value: bigint, identifier: bigint): PaymentToSend => ({
      initiator: addressOf('alice'),
      target: addressOf(target),
      token: line.token,
      amount: value,
      identifier,
    });
    const viaClient = ({ token, target, amount: value, identifier }: PaymentToSend) =>
      node('alice').pay({ token, target, amount: value, identifier });
    const viaSender = (payment: PaymentToSend) =>
      new Promise<SentPaymentAnswer>((resolve) => senders.of('alice')?.send(payment, resolve));

    it('is answered alike, whoever asks for it', async () => {
      expect(await viaClient(asked('carol', 5n, 1n))).toMatchObject({
        kind: 'ok',
        status: 200,
        value: { amount: 5n, identifier: 1n, initiatorAddress: addressOf('alice') },
      });
      for (const identifier of [2n, 3n, 4n])
        expect(await viaSender(asked('carol', 5n, identifier))).toBe(AS_REQUESTED);
      const tooMuch = await viaClient(asked('carol', 10_000n, 5n));
      expect(tooMuch).toMatchObject({ kind: 'refused', status: 409 });
      expect(await viaSender(asked('carol', 10_000n, 6n))).toEqual(tooMuch);
      const toNobody = await viaClient({ ...asked('carol', 1n, 7n), target: '0x12' });
      expect(toNobody).toMatchObject({ kind: 'refused', status: 404 });
      expect(await viaSender({ ...asked('carol', 1n, 8n), target: '0x12' })).toEqual(toNobody);
    });

    it('has the path and body that the client sends, for senders and for k6', async () => {
      exchanges.length = 0;
      await viaClient(asked('carol', 5n, 9n));
      const [sent] = exchanges;
      const { paths, body } = dialect.payment;
      const payment = asked('carol', 5n, 9n);
      expect(`${line.baseUrls['alice']}${paths('')(payment)}`).toBe(sent?.url);
      expect(body({ amount: 5n, identifier: 9n })).toBe(sent?.requestBody);
      const withBlocks = writeJson(
        z.encode(endpoints.pay.body as z.ZodType, { amount: 5n, identifier: 9n, lockTimeout: 60n }),
      );
      expect(body({ amount: '5', identifier: '9', lockTimeout: 60 })).toBe(withBlocks);
      const start = lineNetwork();
      const plan = k6Plan({
        name: 'contract',
        seed: '1',
        parts: 1,
        thresholds: [],
        operations: [
          {
            kind: 'pay',
            id: 0,
            atMs: 0,
            origin: 'steps[0]',
            node: 'alice',
            target: 'carol',
            token: 'DAI',
            amount: 5n,
            identifier: 9n,
          },
        ],
        start,
        targets: { alice: { baseUrl: line.baseUrls['alice'] as string, dialect: name } },
        deadlineMs: 1000,
      });
      const [, , , , , path, planned] = plan.payments[0] as (typeof plan.payments)[number];
      expect([`${plan.load.nodes[0]?.url}${path}`, planned]).toEqual([sent?.url, sent?.requestBody]);
    });

    it('stands in the histories that the dialect says', async () => {
      await viaClient(asked('carol', 7n, 77n));
      while (line.simulation.control.pendingTransfers() > 0) await node('alice').status();
      const entries = async (of: LineName) => {
        const answer = await node(of).payments({ token: line.token });
        if (answer.kind !== 'ok') return answer;
        return answer.value.filter((one) => 'identifier' in one && one.identifier === 77n);
      };
      const [alice, carol] = [addressOf('alice'), addressOf('carol')];
      const sent = { kind: 'sent', amount: 7n, target: carol };
      const received = { kind: 'received', amount: 7n, initiator: alice };
      expect(await entries('alice')).toMatchObject([sent]);
      expect(await entries('carol')).toMatchObject([received]);
      expect(await entries('bob')).toMatchObject(dialect.historyLists.mediated ? [received, sent] : []);
    });

    it('and everything else that cannot be done is refused in the words of the dialect', async () => {
      const { wording } = dialect;
      const at = ({ path }: Endpoint) => `${line.baseUrls['alice']}${path}`;
      const channels = at(endpoints.openChannel);
      const json = { method: endpoints.openChannel.method, headers: { 'content-type': 'application/json' } };
      const requests = [
        [`${line.baseUrls['alice']}${dialect.root}/nothing`, {}, wording.unknownPath],
        [channels, { method: 'DELETE' }, wording.methodNotAllowed],
        [channels, { ...json, body: '{' }, wording.malformed],
        [channels, { ...json, headers: { 'content-type': 'text/plain' }, body: '{"a":1}' }, wording.noJson],
        [channels, { ...json, body: '{"total_deposit":"1"}' }, undefined],
        [
          at(endpoints.channel).replace(/\{\w+\}/g, '0x12'),
          {},
          wording.invalidAddress({ name: 'token_address', value: '0x12' }),
        ],
      ] as const;
      const answers = await Promise.all(
        requests.map(async ([url, request]) => answerOf(await fetch(url, request))),
      );
      expect(answers.map((answer) => answer.status)).toEqual(refusals);
      for (const [index, [, , refusal]] of requests.entries()) {
        const answer = answers[index] as (typeof answers)[number];
        if (refusal !== undefined) expect(answer).toEqual(wordedAs(refusal));
        const { operation } = index === 5 ? endpoints.channel : endpoints.openChannel;
        // The first two are no operations.
        if (index >= 2) expect(documented(dialect, operation, answer.status)).toContain(answer.type);
        expect(readErrors(answer.text)).not.toEqual('');
      }
      const none = await node('alice').channel({ token: line.token, partner: '0x12' });
      if (none.kind !== 'refused') throw new Error(`no refusal: ${none.kind}`);
      expect(dialect.reasonOf?.(none) ?? 'unknown-address').toBe('unknown-address');
    });

    it('stands under the root of the dialect, as all that is served', async () => {
      const paths = servedEndpoints(dialect).map(({ path }) => path);
      expect(paths.filter((path) => !path.startsWith(`${dialect.root}/`))).toEqual([]);
      const partners = paths.find((path) => path.endsWith('/partners'));
      if (partners === undefined) return;
      const base = line.baseUrls['alice'];
      const listed = await fetch(`${base}${partners.replace('{token_address}', line.token)}`);
      for (const { channel: path } of (await listed.json()) as readonly { readonly channel: string }[])
        expect((await fetch(`${base}${path}`)).status).toBe(200);
    });

    it('is found by the shell line of a finding, whose target was given with the root', async () => {
      const target = { baseUrl: line.baseUrls['alice'] as string, dialect: name };
      const header = targetsInHeader({ alice: target });
      const run = { ...handMadeRun({ records: [] }), start: lineNetwork() };
      const { curl } = findingOf(
        {
          check: CHECKS[0] as (typeof CHECKS)[number],
          operation: 0,
          node: 'alice',
          title: '',
          predicted: '',
          observed: '',
          noticed: 'end',
          view: { kind: 'channels', token: 'DAI' },
        },
        { ...run, header: { ...run.header, ...header } },
      );
      const url = /^curl -s '(.+)'$/.exec(curl ?? '')?.[1] ?? '';
      expect(url).toBe(
        `${target.baseUrl}${endpoints.channelsOfToken.path}`.replace('{token_address}', line.token),
      );
      expect((await fetch(url)).status).toBe(200);
      const client = connectNode({ ...target, baseUrl: `${target.baseUrl}${dialect.root}/` });
      expect(await client.address()).toMatchObject({ kind: 'ok', value: addressOf('alice') });
      await client.close();
    });

    it('is one of the operations of its OpenAPI document', async () => {
      const document = openApiDocument(dialect) as {
        readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
      };
      const named = Object.values(document.paths).flatMap((path) =>
        Object.values(path).map(({ operationId }) => operationId),
      );
      expect(new Set(named).size).toBe(named.length);
      expect(named).toEqual(
        expect.arrayContaining(servedEndpoints(dialect).map(({ operation }) => operation)),
      );
      const served = await fetch(`${line.baseUrls['alice']}/openapi.json`);
      expect(await served.json()).toEqual(JSON.parse(JSON.stringify(document)));
    });
  });
}

// Media types that the OpenAPI document says of an operation's answers with a status.
function documented(dialect: RestDialect, operation: string, code: number): readonly string[] {
  const { paths } = openApiDocument(dialect) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  };
  const said = Object.values(paths).flatMap((path) => Object.values(path));
  const responses = said.find(({ operationId }) => operationId === operation)?.responses ?? {};
  return Object.keys(responses[code]?.content ?? {});
}

interface Documented {
  readonly operationId: string;
  readonly responses: Readonly<Record<number, { readonly content: object }>>;
}

interface PlainAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

async function answerOf(response: Response): Promise<PlainAnswer> {
  const type = response.headers.get('content-type')?.split(';', 1)[0];
  return { status: response.status, type, text: await response.text() };
}

function wordedAs(refusal: Refusal): PlainAnswer {
  return 'body' in refusal
    ? { status: refusal.status, type: 'application/json', text: writeJson(refusal.body) }
    : { status: refusal.status, type: refusal.type, text: refusal.text };
}
