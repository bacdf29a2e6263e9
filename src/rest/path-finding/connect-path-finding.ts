import { z } from 'zod';
import type { Address } from '../../model/network/address.ts';
import { CONTRACT_ADDRESSES, FUNDED_ACCOUNT } from '../../model/network/contract-addresses.ts';
import type { PathFindingApi } from '../../ports/path-finding-api.ts';
import { type ConnectOptions, HttpClient } from '../connect/http-client.ts';
import { pathFindingEndpoints as endpoints } from './path-finding-endpoints.ts';
import { CONSTANT_INFO } from './path-finding-info.ts';
import { LEAST_LIFE, wireIou } from './service-account.ts';

/**
 * The path-finding service behind a URL. `isPaid`: each request for paths carries a promise of its price, unsigned, as
 * only the service of a sandbox takes it.
 */
export function connectPathFinding({
  isPaid = false,
  ...options
}: ConnectOptions & { readonly isPaid?: boolean }): PathFindingApi & { close(): Promise<void> } {
  const client = new HttpClient(options);
  // Each promise includes all earlier ones, so the requests that carry them take turns.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    info: () => client.call(endpoints.info),
    paths: ({ network, ...body }) => {
      const parameters = { token_network_address: network };
      const answer = turn.then(async () => {
        const iou = isPaid ? await nextIou(client, parameters) : undefined;
        return await client.call(endpoints.paths, { parameters, body: { ...body, iou } });
      });
      if (isPaid) turn = answer;
      return answer;
    },
    suggestPartner: (network) =>
      client.call(endpoints.suggestPartner, { parameters: { token_network_address: network } }),
    close: () => client.close(),
  };
}

// Undefined: the service is free, or does not state its price.
async function nextIou(
  client: HttpClient,
  parameters: { readonly token_network_address: Address },
): Promise<unknown> {
  const info = await client.call(endpoints.info);
  if (info.kind !== 'ok' || info.value.price === 0n) return undefined;
  const { price, confirmedBlock } = info.value;
  const parties = { sender: FUNDED_ACCOUNT, receiver: CONSTANT_INFO.payment_address };
  const query = { ...parties, timestamp: '', signature: '' };
  const last = await client.call(endpoints.lastIou, { parameters, query });
  const first = { amount: 0n, expiration_block: BigInt(confirmedBlock) + 2n * LEAST_LIFE };
  const { amount, expiration_block } = last.kind === 'ok' ? last.value.last_iou : first;
  const contract = { one_to_n_address: CONTRACT_ADDRESSES.oneToN };
  return z.encode(wireIou, { ...parties, ...contract, amount: amount + price, expiration_block });
}
