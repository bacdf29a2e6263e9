import type { Address } from '../model/address.ts';

/** Where one node of the scenario answers. */
export interface ReplayTarget {
  readonly baseUrl: string;
  /** The address it must have; absent: whatever it says. */
  readonly address?: Address;
  /** Sent with every request; may hold credentials, so it is never recorded. */
  readonly headers?: Readonly<Record<string, string>>;
}
