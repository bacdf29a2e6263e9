import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContract } from '../../../../src/cli/check/package-files.ts';
import { UnreachableError } from '../../../../src/errors.ts';
import { startContractSandbox } from '../../../../src/jobs/check/contract/contract-sandbox.ts';
import { type RunContract, runContract } from '../../../../src/jobs/check/contract/run-contract.ts';
import type { ContractReport } from '../../../../src/model/check/contract-report.ts';
import { type Json, list, on, refusal } from '../../../fixtures/liars.ts';
import type { Lie } from '../../../fixtures/lying-proxy.ts';
import { startRubbishNodes } from '../../../fixtures/rubbish-nodes.ts';
import { behindLiar, movedTo, urlsOf } from './behind-liar.ts';

// One sandbox for all: nothing here changes a channel.
let sandbox: Awaited<ReturnType<typeof startContractSandbox>>;
beforeAll(async () => {
  sandbox = await startContractSandbox('raiden');
});
afterAll(() => sandbox.stop());

type Options = Omit<RunContract, 'targets' | 'contractOf'>;

async function asked(targets: RunContract['targets'], options: Options = {}): Promise<ContractReport> {
  return await runContract({ targets, contractOf: readContract, ...options });
}

async function under(lie: Lie, options: Options): Promise<ContractReport> {
  return await behindLiar(sandbox.targets, lie, (targets) => asked(targets, options));
}

function differing({ cases }: ContractReport): readonly string[] {
  return cases.filter(({ verdict }) => verdict.kind === 'differs').map(({ name }) => name);
}

/** Answers one path of the node that is checked otherwise. */
function inPath(path: RegExp, change: (json: unknown) => unknown, method = 'GET'): Lie {
  return on(
    (heard) => heard.node === 'alice' && heard.method === method && path.test(heard.path),
    async (heard) => {
      const reply = await heard.forward();
      return { ...reply, json: change(reply.json) };
    },
  );
}

describe('a proxy that tells the truth', () => {
  it('changes nothing, whatever is asked', async () => {
    const only = ['getAddress', 'getPayments', 'openChannel', 'unknownPath', 'getChannel'];
    const report = await under((heard) => heard.forward(), { only });
    expect(differing(report)).toEqual([]);
    expect(report.cases.length).toBeGreaterThan(60);
  });
});

describe('a lie', () => {
  const lies: readonly (readonly [
    what: string,
    lie: Lie,
    only: readonly string[],
    found: readonly string[],
  ])[] = [
    [
      'an amount of nothing is paid',
      on(
        ({ method, body }) => method === 'POST' && body['amount'] === '0' && !('identifier' in body),
        async (heard) => await heard.forward({ body: { amount: '1' } }),
      ),
      ['pay-amount-0', 'pay-amount-negative', 'pay-itself-nothing'],
      ['pay-amount-0'],
    ],
    [
      'an identifier is rounded to a double',
      inPath(/^\/payments/, (json) => rounded(json as Json), 'POST'),
      ['pay-partner', 'pay-identifier-beyond-2-to-53-as-a-number', 'pay-largest-identifier'],
      ['pay-identifier-beyond-2-to-53-as-a-number', 'pay-largest-identifier'],
    ],
    [
      'a page of the history is one entry too long',
      on(
        ({ method, path }) => method === 'GET' && path === '/payments',
        async (heard) => {
          const reply = await heard.forward();
          const { json } = await heard.forward({ path: '/api/v1/payments' });
          const entries = list(json);
          const isPage = Array.isArray(reply.json) && reply.json.length < entries.length;
          return isPage ? { ...reply, json: entries.slice(0, list(reply.json).length + 1) } : reply;
        },
      ),
      ['payments', 'payments-limit-1', 'payments-limit-0', 'payments-limit-beyond-all'],
      ['payments-limit-1', 'payments-limit-0'],
    ],
  ];

  it.each(lies)('is found by its cases: %s', async (_what, lie, only, found) => {
    expect(differing(await under(lie, { only }))).toEqual(found);
  });

  it('is none where a payment arrives while surroundings are learnt', async () => {
    const looks = new Map<string, number>();
    const arriving = on(
      ({ node, method, path }) =>
        node === 'alice' && method === 'GET' && /^\/(channels|payments)$/.test(path),
      async (heard) => {
        const { path } = heard;
        const reply = await heard.forward();
        const look = (looks.get(path) ?? 0) + 1;
        looks.set(path, look);
        if (look > 1) return reply;
        return { ...reply, json: path === '/channels' ? changedIn(reply.json, { balance: '1' }) : [] };
      },
    );
    expect(differing(await under(arriving, { only: ['channels'] }))).toEqual([]);
  });

  it('comes with what was expected, what was observed, and a line for the shell', async () => {
    const { cases, url } = await under(
      inPath(/^\/version$/, () => ({ release: '3.0.1' })),
      { only: ['version'] },
    );
    expect(cases[0]?.verdict).toEqual({
      kind: 'differs',
      expected: '200 {"version":"..."}',
      observed: '200 {"release":"3.0.1"}',
      curl: `curl -si '${url}/api/v1/version'`,
    });
  });
});

describe('a node', () => {
  it('that is not there makes no report', async () => {
    const gone = { ...urlsOf(sandbox.targets), alice: 'http://127.0.0.1:1' };
    await expect(asked(movedTo(sandbox.targets, gone))).rejects.toThrow(UnreachableError);
  });

  it('that stops in the middle is asked no more, and what was left is unknown', async () => {
    const only = ['getAddress', 'getVersion', 'getTokens'];
    const report = await under(
      on(
        ({ node, path, method }) => node === 'alice' && path === '/address' && method !== 'GET',
        async () => 'break' as const,
      ),
      { only },
    );
    const ended = report.cases.map(({ name, verdict }) => `${name} ${verdict.kind}`);
    expect(ended.slice(0, 4)).toEqual([
      'address agrees',
      'address-head differs',
      'address-post differs',
      'address-trailing-slash unknown',
    ]);
    expect(new Set(report.cases.slice(3).map(({ verdict }) => verdict.kind))).toEqual(new Set(['unknown']));
  });

  it('that does not tell its channels leaves open what needs one, and nothing else', async () => {
    const { cases } = await under(
      inPath(/^\/channels$/, () => ({ none: true })),
      {
        only: ['getAddress', 'pay-partner', 'getChannels'],
      },
    );
    const ended = new Map(cases.map(({ name, verdict }) => [name, verdict]));
    expect(ended.get('address')).toEqual({ kind: 'agrees' });
    expect(ended.get('channels')).toMatchObject({ kind: 'differs' });
    expect(ended.get('pay-partner')).toMatchObject({
      kind: 'unknown',
      why: expect.stringMatching(/^the node does not tell its channels: /) as string,
    });
  });

  it.each([
    ['no HTTP', Buffer.from('hello\r\n\r\n')],
    ['an empty answer', Buffer.alloc(0)],
    ['a header without an end', Buffer.from('HTTP/1.1 200 OK\r\nX: ')],
    [
      'JSON without an end',
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n${'['.repeat(5000)}`),
    ],
  ])('that answers with %s differs', async (_what, bytes) => {
    const nodes = await startRubbishNodes(urlsOf(sandbox.targets), ({ node, path }) =>
      node === 'alice' && path.startsWith('/api/v1/tokens') ? bytes : undefined,
    );
    try {
      const { cases } = await asked(movedTo(sandbox.targets, nodes.targets), { only: ['tokens', 'version'] });
      expect(cases.find(({ name }) => name === 'tokens')?.verdict.kind).toBe('differs');
    } finally {
      await nodes.close();
    }
  });

  it('on whose way one unit costs too much is not held to pay over it', async () => {
    const { cases } = await under(
      on(
        ({ node, method, path }) => node === 'alice' && method === 'POST' && path.startsWith('/payments/'),
        async () => refusal('... at least one of them exceeded the maximum fee limit (see ...)'),
      ),
      { only: ['pay-over-a-mediator', 'payments-with-partner-first-sent', 'pay-partner'] },
    );
    const ended = new Map(cases.map(({ name, verdict }) => [name, verdict.kind]));
    expect(ended.get('pay-over-a-mediator')).toBe('not-run');
    expect(ended.get('payments-with-partner-first-sent')).toBe('not-run');
    expect(ended.get('pay-partner')).toBe('differs');
  });

  it('that refuses what comes before a case leaves the case open', async () => {
    const { cases } = await under(
      on(
        ({ node, method, path }) => node === 'alice' && method === 'POST' && path.startsWith('/payments/'),
        async () => refusal('lock expired'),
      ),
      { only: ['payments-limit-0', 'pay-partner'] },
    );
    const ended = new Map(cases.map(({ name, verdict }) => [name, verdict]));
    expect(ended.get('payments-limit-0')).toMatchObject({
      kind: 'unknown',
      why: expect.stringMatching(/^a request before was refused: 409 .*lock expired/) as string,
    });
    expect(ended.get('pay-partner')).toMatchObject({ kind: 'differs' });
  });

  it('without neighbours is asked what needs none, and the report says what the rest needs', async () => {
    const { alice } = sandbox.targets;
    const alone = alice === undefined ? {} : { alice };
    const { cases } = await asked(alone, { only: ['pay', 'open-with-deposit'] });
    const ended = new Map(cases.map(({ name, verdict }) => [name, verdict]));
    expect(ended.get('pay-partner')).toEqual({ kind: 'agrees' });
    expect(ended.get('pay-over-a-mediator')).toEqual({
      kind: 'not-run',
      needs: 'a listed node that only a mediator reaches',
    });
    expect(ended.get('open-with-deposit')).toMatchObject({ kind: 'not-run', needs: /--allow-changes/ });
  });
});

// Of a list, its first entry.
function changedIn(json: unknown, fields: Json): unknown {
  if (!Array.isArray(json)) return { ...(json as Json), ...fields };
  return json.map((entry: Json, at) => (at === 0 ? { ...entry, ...fields } : entry));
}

// What JSON.parse makes of a long integer.
function rounded(json: Json): Json {
  const { identifier } = json;
  return identifier === undefined ? json : { ...json, identifier: BigInt(Number(identifier)).toString() };
}
