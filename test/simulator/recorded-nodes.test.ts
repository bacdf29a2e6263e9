import { describe, expect, it } from 'vitest';
import type { Address } from '../../src/model/network/address.ts';
import type { Answer, ChannelView, ErrorBody } from '../../src/model/run/answer.ts';
import { createNetwork, type Network } from '../../src/model/network/network.ts';
import { classifyReason, errorText } from '../../src/model/run/reason.ts';
import { asCall, type RecordedExchange, recordedExchanges } from './recorded-exchanges.ts';
import { type TestBench, testBench } from './small-networks.ts';

const ADDRESSES: readonly Address[] = [
  '0x42D449aaf65BdeE5068894233d9F02776BE98EcE',
  '0x822bdEb5052dB3c7fB65D2a380a40cDfA88D493d',
  '0x2dAD059b77B423a120eA768cd1a4E9205509BDd4',
  '0xEDe67d909Ebd970030B437813C33FD7aBE104aA9',
  '0xd8AD64BC8c44D0cd94AC343875D3a41A633AADbA',
];
const TOKEN: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const TOKEN_NETWORK: Address = '0x856e4424f806D16E8CBC702B3c0F2ede5468eae5';

// From here on nodes are frozen, killed or handed paths of their own.
const LAST_STEP = 203;

/** The nodes of the recordings before their first request: no channels, default mediation fees. */
function lineOfFour(): Network {
  const network = createNetwork({
    seed: 'recorded',
    tokens: [{ name: 'TTT', decimals: 0, balancePerNode: 10n ** 24n }],
  });
  const [token] = network.getAttribute('tokens');
  if (token)
    network.setAttribute('tokens', [{ ...token, tokenAddress: TOKEN, tokenNetworkAddress: TOKEN_NETWORK }]);
  ADDRESSES.forEach((address, i) => {
    network.addNode(`n${i + 1}`, {
      address,
      online: true,
      fees: { TTT: { flat: 0n, proportionalPpm: 4000, imbalancePpm: 3000 } },
    });
  });
  return network;
}

describe('a simulated line of four answers as live Raiden 3.0.1 nodes did', () => {
  it('status, texts, channels, amounts and balances, step by step', async () => {
    const bench = testBench(lineOfFour());
    let compared = 0;
    for (const exchange of recordedExchanges()) {
      if (exchange.step > LAST_STEP) break;
      const call = isHandlerAnswer(exchange) ? asCall(exchange) : undefined;
      if (call === undefined) continue;
      const answer = await bench.settle(call(bench.simulation.node(`n${exchange.node}`)));
      await bench.rest();
      expect(shownBy(answer), `step ${exchange.step}: ${exchange.name}`).toEqual(recorded(exchange));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(75);
  });

  it('balances after all payments of the recordings up to there', async () => {
    const bench = testBench(lineOfFour());
    for (const exchange of recordedExchanges().filter(({ step }) => step <= LAST_STEP)) {
      const call = isHandlerAnswer(exchange) ? asCall(exchange) : undefined;
      if (call) await bench.settle(call(bench.simulation.node(`n${exchange.node}`)));
      await bench.rest();
    }
    // Step 213 shows it after three more: one of 10000 with a fee of its own choice, two of 2000 over a mediator.
    expect(await balance(bench, 'n1', 1)).toBe(1_061_431n + 10_108n + 2018n + 2018n);
  });
});

// What the handler itself says; schema faults, unknown paths and methods never reach it.
function isHandlerAnswer({ response }: RecordedExchange): boolean {
  if (response.status === 405) return false;
  const body: unknown = response.body === '' ? undefined : JSON.parse(response.body);
  if (response.status === 404) return !errorText(errorsOf(body)).startsWith('invalid endpoint');
  if (response.status !== 400) return true;
  return typeof errorsOf(body) === 'string' && errorsOf(body) !== 'JSON payload expected';
}

function errorsOf(body: unknown): ErrorBody {
  return (body as { readonly errors?: ErrorBody }).errors ?? '';
}

interface Shown {
  readonly status: number;
  readonly errors?: string;
  readonly value?: unknown;
}

// Texts of the path-finding service were a stand-in's own: they are compared by class.
function comparable(status: number, errors: ErrorBody): Shown {
  const text = errorText(errors);
  return { status, errors: text.includes('PFS:') ? classifyReason({ status, errors }) : text };
}

function shownBy(answer: Answer<unknown>): Shown {
  if (answer.kind === 'refused') return comparable(answer.status, answer.errors);
  if (answer.kind !== 'ok') return { status: 0 };
  return { status: answer.status, value: masked(answer.value) };
}

function recorded({ request, response }: RecordedExchange): Shown {
  const body: unknown = JSON.parse(response.body);
  if (response.status >= 400) return comparable(response.status, errorsOf(body));
  const single = request.path.endsWith('/address') || request.path.endsWith('/version');
  return { status: response.status, value: masked(single ? Object.values(body as object)[0] : body) };
}

// Both spellings, integers as text, without what chance decided.
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  const hidden = new Set(['secret', 'secretHash', 'identifier', 'logTime', 'networkState']);
  return Object.fromEntries(
    Object.entries(value)
      .map(
        ([key, item]) =>
          [key.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()), masked(item)] as const,
      )
      .filter(([key]) => !hidden.has(key))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

async function balance(bench: TestBench, node: string, partner: number): Promise<bigint> {
  const of = { token: TOKEN, partner: ADDRESSES[partner] as Address };
  const answer: Answer<ChannelView> = await bench.simulation.node(node).channel(of);
  return answer.kind === 'ok' ? answer.value.balance : -1n;
}
