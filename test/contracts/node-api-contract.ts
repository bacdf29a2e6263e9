import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../src/model/network/address.ts';
import type { Answer } from '../../src/model/run/answer.ts';
import { type Network, nodeAddress } from '../../src/model/network/network.ts';
import type { NodeApi, Nodes } from '../../src/ports/node-api.ts';
import { SHORT_TIMEOUTS } from '../world/test-bench.ts';
import { world } from '../world/world.ts';

/** Running nodes that a contract test drives. */
export interface NodesUnderTest {
  readonly nodes: Nodes;
  stop(node: string): Promise<void>;
  start(node: string): Promise<void>;
  /** Waits for an answer; whoever runs on a virtual clock moves it. */
  settle<T>(answer: Promise<Answer<T>>): Promise<Answer<T>>;
  /** Waits until nothing is in flight. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** Starts nodes for this network. Blocks must be quick: some cases wait for confirmations. */
export type MakeNodes = (network: Network) => Promise<NodesUnderTest>;

const SEED = 'node api contract';
const OWNED = 1_000_000n;

/** alice - bob - carol, and dave without a channel; a second token without channels. */
export function contractNetwork(): Network {
  return world('alice 1000 - 500 bob 800 - 0 carol, dave', {
    tokens: ['DAI', 'WETH'],
    balancePerNode: OWNED,
    seed: SEED,
    ...SHORT_TIMEOUTS,
  });
}

/** Every implementation of NodeApi answers these cases alike. */
export function describeNodeApi(
  name: string,
  makeNodes: MakeNodes,
  { hasOwnWords = false }: { readonly hasOwnWords?: boolean } = {},
): void {
  // Nodes with words of their own refuse the same; how, their dialect's contract says.
  const refusal = (status: number, errors: unknown) =>
    hasOwnWords ? { kind: 'refused' } : { kind: 'refused', status, errors };
  describe(`${name}: node API`, () => {
    const network = contractNetwork();
    const [dai, weth] = network.getAttribute('tokens');
    const token = dai?.tokenAddress as Address;
    const unknown = nodeAddress({ seed: SEED, name: 'nobody' });
    const addressOf = (node: string): Address => network.getNodeAttribute(node, 'address');
    let made: NodesUnderTest;
    const ask = <T>(node: string, request: (api: NodeApi) => Promise<Answer<T>>): Promise<Answer<T>> =>
      made.settle(request(made.nodes.node(node)));
    /** Asks a node, and expects this value in answer. */
    const gives = async <T>(
      node: string,
      request: (api: NodeApi) => Promise<Answer<T>>,
      value: unknown,
      status = 200,
    ) => expect(await ask(node, request)).toMatchObject({ kind: 'ok', status, value });
    const pay = (from: string, to: string, amount: bigint, more: { readonly identifier?: bigint } = {}) =>
      ask(from, (api) => api.pay({ token, target: addressOf(to), amount, ...more }));
    const balance = async (node: string, partner: string): Promise<bigint | string> => {
      const answer = await ask(node, (api) => api.channel({ token, partner: addressOf(partner) }));
      return answer.kind === 'ok' ? answer.value.balance : answer.kind;
    };

    const change = (node: string, partner: string, asked: object) =>
      ask(node, (api) => api.updateChannel({ token, partner: addressOf(partner), ...asked }));
    const refused = (status: number, errors: string) => ({ kind: 'refused', status, errors });

    beforeEach(async () => {
      made = await makeNodes(network);
    });
    afterEach(async () => {
      await made.close();
    });

    it('says who it is', async () => {
      await gives('alice', (api) => api.address(), addressOf('alice'));
      await gives('alice', (api) => api.version(), '3.0.1');
      await gives('alice', (api) => api.status(), { status: 'ready' });
      expect(await ask('alice', (api) => api.settings())).toMatchObject({ kind: 'ok', status: 200 });
    });

    it('knows the token networks', async () => {
      const tokens = [token, weth?.tokenAddress];
      await gives('alice', (api) => api.tokens(), tokens);
      await gives('alice', (api) => api.tokenNetwork(token), dai?.tokenNetworkAddress);
      expect(await ask('alice', (api) => api.tokenNetwork(unknown))).toMatchObject(
        refused(404, `No token network registered for token "${unknown}"`),
      );
    });

    it('shows its channels', async () => {
      const channel = {
        channelIdentifier: 1n,
        tokenAddress: token,
        tokenNetworkAddress: dai?.tokenNetworkAddress,
        partnerAddress: addressOf('bob'),
        balance: 1000n,
        totalDeposit: 1000n,
        totalWithdraw: 0n,
        state: 'opened',
        settleTimeout: 60n,
        revealTimeout: 20n,
      };
      await gives('alice', (api) => api.channels(), [channel]);
      await gives('alice', (api) => api.channels({ token: unknown }), []);
      const of = { token, partner: addressOf('bob') };
      await gives('alice', (api) => api.channel(of), channel);
      const missing = { token, partner: addressOf('carol') };
      expect(await ask('alice', (api) => api.channel(missing))).toMatchObject({
        kind: 'refused',
        status: 404,
        errors: `Channel with partner '${addressOf('carol')}' for token '${token}' could not be found.`,
        reason: 'unknown-channel',
      });
    });

    it('pays a partner and a stranger, and both sides remember', async () => {
      const direct = await pay('alice', 'bob', 10n, { identifier: 11n });
      expect(direct).toMatchObject({
        kind: 'ok',
        status: 200,
        value: {
          initiatorAddress: addressOf('alice'),
          targetAddress: addressOf('bob'),
          tokenAddress: token,
          amount: 10n,
          identifier: 11n,
        },
      });
      expect(direct.kind === 'ok' && direct.value.secret).toMatch(/^0x[0-9a-f]{64}$/);
      expect(await pay('alice', 'carol', 20n)).toMatchObject({ kind: 'ok' });
      await made.rest();
      expect([await balance('alice', 'bob'), await balance('carol', 'bob')]).toEqual([970n, 20n]);
      const events = [
        { kind: 'sent', amount: 10n, identifier: 11n, target: addressOf('bob') },
        { kind: 'sent', amount: 20n, target: addressOf('carol') },
      ];
      await gives('alice', (api) => api.payments({ token }), events);
      await gives('alice', (api) => api.payments({ limit: 1, offset: 1 }), [events[1]]);
      const received = [{ kind: 'received', amount: 20n, initiator: addressOf('alice') }];
      await gives('carol', (api) => api.payments({ token, partner: addressOf('alice') }), received);
    });

    it.each([
      ['to itself', 'alice', 10n, {}, 'Address must be different than ours'],
      ['of nothing', 'bob', 0n, {}, 'Amount negative'],
      ['of more than exists', 'bob', 2n ** 256n, {}, 'Amount too large'],
      ['with identifier 0', 'bob', 1n, { identifier: 0n }, 'Payment identifier cannot be 0 or negative'],
      ['with identifier 2^64', 'bob', 1n, { identifier: 2n ** 64n }, 'Payment identifier is too large'],
      [
        'of more than the channel holds',
        'bob',
        1001n,
        {},
        couldNot('You have no suitable channel to initiate this payment.'),
      ],
    ])('refuses a payment %s', async (_what, to, amount, more, errors) => {
      expect(await pay('alice', to, amount, more)).toMatchObject(refusal(409, errors));
    });

    it('refuses payments that have no route, without a trace in the history', async () => {
      const answer = await pay('alice', 'carol', 900n);
      const errors = expect.stringContaining('error code: 2201') as unknown;
      expect(answer).toMatchObject(refusal(409, errors));
      await gives('alice', (api) => api.payments(), []);
    });

    it('remembers a payment that never started under its identifier', async () => {
      await pay('alice', 'bob', 5000n, { identifier: 5n });
      expect(await pay('alice', 'bob', 5000n, { identifier: 5n })).toMatchObject(
        refusal(409, couldNot('You have no suitable channel to initiate this payment.')),
      );
      expect(await pay('alice', 'bob', 1n, { identifier: 5n })).toMatchObject(
        refused(409, 'Another payment with the same id is in flight'),
      );
    });

    it('opens a channel with a deposit, or shows the one there is', async () => {
      const request = {
        token,
        partner: addressOf('dave'),
        totalDeposit: 300n,
        settleTimeout: 100n,
        revealTimeout: 30n,
      };
      const { token: _token, partner: _partner, ...shown } = request;
      const value = { channelIdentifier: 3n, balance: 300n, ...shown };
      await gives('alice', (api) => api.openChannel(request), value, 201);
      const { totalDeposit: _, ...again } = request;
      await gives('alice', (api) => api.openChannel(again), value);
      const other = { token, partner: addressOf('alice') };
      await gives('dave', (api) => api.channel(other), { balance: 0n, state: 'opened' });
      expect(await pay('alice', 'dave', 300n)).toMatchObject({ kind: 'ok' });
    });

    it.each<readonly [errors: string, partner: string, asked: object, status: number]>([
      ['Not enough balance to deposit.', 'dave', { totalDeposit: 10n ** 9n }, 402],
      ['reveal_timeout should be larger than zero.', 'dave', { revealTimeout: 0n }, 409],
      ['Settlement timeout should be at least 20', 'dave', { settleTimeout: 10n, revealTimeout: 1n }, 409],
      ['Using the same address for both participants is forbiden.', 'alice', {}, 409],
      ['Total deposit did not increase.', 'bob', { totalDeposit: 1000n }, 409],
    ])('refuses a channel that it cannot open: %s', async (errors, partner, asked, status) => {
      const poor = `${errors} ${token} Available=${OWNED - 1000n} Needed=${10n ** 9n}`;
      const answer = await ask('alice', (api) =>
        api.openChannel({ token, partner: addressOf(partner), ...asked }),
      );
      expect(answer).toMatchObject(refusal(status, status === 402 ? poor : errors));
    });

    it('deposits and withdraws', async () => {
      const update = (asked: object) => change('alice', 'bob', asked);
      const done = (value: object) => ({ kind: 'ok', status: 200, value });
      for (const [asked, answer] of [
        [{ totalDeposit: 1500n }, done({ balance: 1500n, totalDeposit: 1500n })],
        [{ totalDeposit: 1500n }, refused(409, 'Total deposit did not increase.')],
        [{ totalWithdraw: 200n }, done({ balance: 1300n, totalWithdraw: 200n })],
        [{ totalWithdraw: 200n }, refusal(409, 'Total withdraw 200 did not increase')],
        [
          { totalWithdraw: 9999n },
          refusal(409, 'The withdraw of 9799 is bigger than the current balance of 1300'),
        ],
        [{ revealTimeout: 25n }, done({ revealTimeout: 25n })],
      ] as const)
        expect(await update(asked)).toMatchObject(answer);
    });

    it('refuses unclear changes', async () => {
      const noChannel = `Requested channel for token ${token} and partner ${addressOf('carol')} not found`;
      for (const [partner, asked, status, errors] of [
        [
          'bob',
          { totalDeposit: 2000n, state: 'closed' },
          409,
          "Can not update a channel's total deposit and state at the same time",
        ],
        ['bob', { totalDeposit: -1n }, 409, 'Amount to deposit must not be negative.'],
        ['bob', { state: 'opened' }, 400, 'Provided invalid channel state opened'],
        ['carol', { totalDeposit: 1n }, 409, noChannel],
      ] as const)
        expect(await change('alice', partner, asked)).toMatchObject(refused(status, errors));
    });

    it('settles with a partner that runs: the channel is gone at both ends', async () => {
      expect(await change('alice', 'bob', { state: 'closed' })).toMatchObject({ status: 200, value: null });
      expect(await balance('alice', 'bob')).toBe('refused');
      expect(await balance('bob', 'alice')).toBe('refused');
      await gives('alice', (api) => api.connections(), []);
    });

    it('closes alone when the partner is stopped', async () => {
      await made.stop('bob');
      const close = () => change('alice', 'bob', { state: 'closed' });
      expect(await close()).toMatchObject({ status: 200, value: { state: 'closed', balance: 1000n } });
      expect(await close()).toMatchObject(refusal(409, 'Attempted to close an already closed channel'));
    });

    it('sums up its connections and leaves', async () => {
      await gives('bob', (api) => api.connections(), [
        { tokenAddress: token, sumDeposits: 1300n, channels: 2 },
      ]);
      // Settled at once, a channel is gone: nodes name it by null or by its partner.
      const left = ['alice', 'carol'].map((partner) => expect.toBeOneOf([null, addressOf(partner)]));
      await gives('bob', (api) => api.leave(token), left);
      await gives('bob', (api) => api.leave(token), []);
      await gives('bob', (api) => api.channels(), []);
    });

    it('cannot be reached while it is stopped, and can when it is back', async () => {
      await made.stop('carol');
      expect(await ask('carol', (api) => api.address())).toMatchObject({ kind: 'unreachable' });
      const unheard = await pay('bob', 'carol', 1n, { identifier: 1n });
      expect(unheard).toMatchObject({ kind: 'refused', status: 409 });
      await made.start('carol');
      expect(await ask('carol', (api) => api.address())).toMatchObject({ kind: 'ok' });
      expect(await pay('bob', 'carol', 1n, { identifier: 2n })).toMatchObject({ kind: 'ok' });
    });

    it('refuses to read what is not there', async () => {
      expect(await ask('alice', (api) => api.payments({ token: unknown }))).toMatchObject(
        refused(400, 'Token address does not match a Raiden token network'),
      );
      expect(await ask('alice', (api) => api.payments({ limit: -1 }))).toMatchObject(
        refused(400, 'limit must be a positive integer'),
      );
      expect(await ask('alice', (api) => api.pendingTransfers({ token: unknown }))).toMatchObject(
        refused(404, `Token ${unknown} not found.`),
      );
      await gives('alice', (api) => api.pendingTransfers(), []);
    });
  });
}

function couldNot(reason: string): string {
  return `Payment couldn't be completed because: ${reason}`;
}
