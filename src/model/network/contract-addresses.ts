import { type Address, addressFrom } from './address.ts';

/** Where the contracts of every simulated chain are. */
export const CONTRACT_ADDRESSES = {
  tokenNetworkRegistry: addressFrom('millrace token network registry'),
  secretRegistry: addressFrom('millrace secret registry'),
  serviceRegistry: addressFrom('millrace service registry'),
  userDeposit: addressFrom('millrace user deposit'),
  monitoringService: addressFrom('millrace monitoring service'),
  oneToN: addressFrom('millrace one to n'),
  /** The token in which services are paid. */
  serviceToken: addressFrom('millrace service token'),
} as const satisfies Readonly<Record<string, Address>>;

/** An account of the simulated chain whose user deposit covers any price, for clients of services that are no node. */
export const FUNDED_ACCOUNT = addressFrom('millrace funded account');

/** Contracts whose events are written down, by their own names. */
export const CHAIN_CONTRACTS = ['TokenNetwork', 'MonitoringService'] as const;
