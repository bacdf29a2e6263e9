import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/jobs/parse-scenario.ts';
import { type Sandbox, startSandbox } from '../../../src/jobs/sandbox.ts';
import { CONTRACT_ADDRESSES } from '../../../src/model/network/contract-addresses.ts';
import { addressFrom } from '../../../src/model/network/address.ts';

const TEXT = `question: What does a service that is paid answer?
seed: 1
network: {topology: {line: {nodes: 3}}}
protocol: {pathFindingPrice: 100}
`;

describe('a path-finding service that is paid', () => {
  let sandbox: Sandbox;
  let network = '';
  let receiver = '';
  const address = (node: string): string => sandbox.network.getNodeAttribute(node, 'address');
  const ask = async (path: string, body?: object): Promise<[number, unknown]> => {
    const response = await fetch(`${sandbox.pathFindingUrl}/api${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    return [response.status, await response.json()];
  };
  const iou = (changes: object = {}) => ({
    sender: address('n1'),
    receiver,
    one_to_n_address: CONTRACT_ADDRESSES.oneToN,
    amount: 100,
    expiration_block: 1_000_000,
    chain_id: 1337,
    signature: '0x00',
    ...changes,
  });
  const paths = (promise?: object) =>
    ask(`/v1/${network}/paths`, { from: address('n1'), to: address('n3'), value: 10, iou: promise });
  const lastOf = (node: string) =>
    ask(
      `/v1/${network}/payment/iou?sender=${address(node)}&receiver=${receiver}&timestamp=2026-01-01T00:00:00&signature=0x00`,
    );

  beforeAll(async () => {
    const scenario = parseScenario({ file: 's.yaml', text: TEXT });
    sandbox = await startSandbox({ scenario, speed: 1000 });
    const [token] = sandbox.network.getAttribute('tokens');
    network = token?.tokenNetworkAddress as string;
    const [, info] = await ask('/v1/info');
    receiver = (info as { payment_address: string }).payment_address;
    const { serviceToken } = CONTRACT_ADDRESSES;
    const url = sandbox.targets['n1'] as string;
    const post = (path: string, body: object) =>
      fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    await post(`/_testing/tokens/${serviceToken}/mint`, { to: address('n1'), value: '250' });
    await post('/user_deposit', { total_deposit: '250' });
  });
  afterAll(() => sandbox.stop());

  it('answers nobody without a promise', async () => {
    expect(await paths()).toEqual([
      400,
      { errors: 'No IOU for service fees has been provided.', error_code: 2101, error_details: {} },
    ]);
  });

  it.each([
    [2005, { chain_id: 1 }],
    [2102, { receiver: addressFrom('somebody') }],
    [2103, { expiration_block: 5 }],
    [2104, { amount: 99 }],
    [2107, { sender: addressFrom('somebody') }],
    [2108, { one_to_n_address: addressFrom('somebody') }],
  ])('refuses a promise with %i', async (code, changes) => {
    expect(await paths(iou(changes))).toMatchObject([400, { error_code: code, error_details: {} }]);
    expect(await lastOf('n1')).toEqual([404, { last_iou: null }]);
  });

  it('keeps a promise, which the next request has to raise', async () => {
    const [status, answer] = await paths(iou());
    expect(status).toBe(200);
    expect(await lastOf('n1')).toEqual([200, { last_iou: iou() }]);
    expect(await paths(iou())).toMatchObject([400, { error_code: 2104 }]);
    expect(await paths(iou({ amount: 200, expiration_block: 2_000_000 }))).toMatchObject([
      400,
      { error_code: 2106 },
    ]);
    const { feedback_token: token, result } = answer as {
      readonly feedback_token: string;
      readonly result: readonly { readonly path: readonly string[] }[];
    };
    const path = result[0]?.path;
    expect(await ask(`/v1/${network}/feedback`, { token, success: true, path })).toEqual([200, {}]);
    const other = '0'.repeat(32);
    expect(await ask(`/v1/${network}/feedback`, { token: other, success: true, path })).toEqual([400, {}]);
  });

  const asked = () => ({ from: address('n1'), to: address('n3'), value: 10 });
  const INVALID = 'Request parameter failed validation. See `error_details`.';
  const told = (details: object) => [400, { errors: INVALID, error_code: 2000, error_details: details }];
  const MISSING = 'Missing data for required field.';
  it.each([
    ['value', { value: 0 }, 'Must be greater than or equal to 1.'],
    ['max_paths', { max_paths: 26 }, 'Must be greater than or equal to 1 and less than or equal to 25.'],
    ['iou', { iou: { sender: 5 } }, 'Invalid input type.'],
    ['from', { from: '0x0' }, 'Not a valid EIP55 encoded address'],
    ['hops', { hops: 3 }, 'Unknown field.'],
  ])('says which field of a request for paths is wrong: %s', async (field, changes, text) => {
    const answer = await ask(`/v1/${network}/paths`, { ...asked(), ...changes });
    expect(answer).toEqual(told({ [field]: [text] }));
  });

  it('words what is wrong with other requests as the service does', async () => {
    const wrong = { token: 5, success: 'x', path: 'n1' };
    expect(await ask(`/v1/${network}/feedback`, wrong)).toEqual(
      told({
        token: ['Not a valid UUID.'],
        success: ['Not a valid boolean.'],
        path: ['Not a valid list.'],
      }),
    );
    expect(await ask(`/v1/${network}/payment/iou?sender=0x0&receiver=${receiver}`)).toEqual(
      told({
        sender: ['Not a valid EIP55 encoded address'],
        timestamp: [MISSING],
        signature: [MISSING],
      }),
    );
  });

  it('works on its token networks only', async () => {
    const nowhere = addressFrom('nowhere');
    const refusal = [400, { error_code: 2004, error_details: {} }];
    const feedback = { token: '0'.repeat(32), success: true, path: [] };
    expect(await ask(`/v1/${nowhere}/paths`, asked())).toMatchObject(refusal);
    expect(await ask(`/v1/${nowhere}/suggest_partner`)).toMatchObject(refusal);
    expect(await ask(`/v1/${nowhere}/feedback`, feedback)).toMatchObject(refusal);
  });

  it('says that it expects JSON, with the code of no fault in particular', async () => {
    expect(await ask(`/v1/${network}/paths`, {})).toEqual([
      400,
      { errors: 'JSON payload expected', error_code: 0, error_details: {} },
    ]);
  });

  it('says who is online, and its numbers as texts to those who ask for that', async () => {
    const everybody = ['n1', 'n2', 'n3'].map(address);
    expect(await ask('/v1/online_addresses')).toEqual([200, everybody]);
    sandbox.simulation.control.stop('n3');
    expect(await ask('/v1/online_addresses')).toEqual([200, everybody.slice(0, 2)]);
    sandbox.simulation.control.start('n3');
    const block = expect.stringMatching(/^\d+$/);
    expect(await ask('/v2/info')).toMatchObject([
      200,
      { price_info: '100', network_info: { confirmed_block: { number: block } } },
    ]);
  });

  it('takes promises as far as the deposit goes, and forgets them and answers with a reset', async () => {
    expect((await lastOf('n1'))[0]).toBe(200);
    const [, answer] = await paths(iou({ amount: 200 }));
    expect(await paths(iou({ amount: 300 }))).toMatchObject([400, { error_code: 2107 }]);
    const { feedback_token: token } = answer as { readonly feedback_token: string };
    const reset = await fetch(`${sandbox.pathFindingUrl}/_millrace/reset`, {
      method: 'POST',
      headers: { 'x-millrace-control': 'yes' },
    });
    expect(reset.status).toBe(200);
    expect(await lastOf('n1')).toEqual([404, { last_iou: null }]);
    const feedback = { token, success: true, path: [] };
    expect(await ask(`/v1/${network}/feedback`, feedback)).toEqual([400, {}]);
  });
});
