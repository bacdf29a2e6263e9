import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { ServedOnly } from '../rest-dialect.ts';
import { wireAddress } from '../wire/scalars.ts';
import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';

const CONTRACTS_VERSION = '0.40.0';

/** The partners a node has in one token network, each with the path of the channel. */
export const partners = (root: string): ServedOnly => ({
  endpoint: endpoint({
    operation: 'getPartners',
    path: `${root}/tokens/{token_address}/partners`,
    summary: 'Partners the node has a channel with.',
    answer: z.array(z.object({ partner_address: wireAddress, channel: z.string() })).readonly(),
    refusals: [404],
  }),
  answer: async ({ node, address }) => {
    const token = address('token_address');
    const channels = await node.channels({ token });
    if (channels.kind !== 'ok') return channels;
    const value = channels.value.map(({ partnerAddress }) => ({
      partner_address: partnerAddress,
      channel: `${root}/channels/${token}/${partnerAddress}`,
    }));
    return { kind: 'ok', status: 200, value };
  },
});

const wireContracts = z.object({
  contracts_version: z.string(),
  token_network_registry_address: wireAddress,
  secret_registry_address: wireAddress.nullable(),
  service_registry_address: wireAddress.nullable(),
  user_deposit_address: wireAddress.nullable(),
  monitoring_service_address: wireAddress.nullable(),
  one_to_n_address: wireAddress.nullable(),
});

/** Contracts a node works with. */
export const contracts = (root: string): ServedOnly => ({
  endpoint: endpoint({
    operation: 'getContracts',
    path: `${root}/contracts`,
    summary: 'Contracts the node works with.',
    answer: wireContracts,
    refusals: [503],
  }),
  answer: () => ({
    kind: 'ok',
    status: 200,
    value: {
      contracts_version: CONTRACTS_VERSION,
      token_network_registry_address: CONTRACT_ADDRESSES.tokenNetworkRegistry,
      secret_registry_address: CONTRACT_ADDRESSES.secretRegistry,
      service_registry_address: CONTRACT_ADDRESSES.serviceRegistry,
      user_deposit_address: CONTRACT_ADDRESSES.userDeposit,
      monitoring_service_address: CONTRACT_ADDRESSES.monitoringService,
      one_to_n_address: CONTRACT_ADDRESSES.oneToN,
    },
  }),
});

/** Ends the node, as its owner may; the control API brings it back. */
export const shutdown = (root: string): ServedOnly => ({
  endpoint: endpoint({
    operation: 'shutdown',
    method: 'POST',
    path: `${root}/shutdown`,
    summary: 'Stops the node: its port refuses connections.',
    answer: z.object({ status: z.literal('shutdown') }),
    refusals: [503],
  }),
  answer: ({ stop }) => {
    stop();
    return { kind: 'ok', status: 200, value: { status: 'shutdown' } };
  },
});
