import type { NodeName, TokenName } from './network.ts';

/**
 * When an end of a channel was first depleted: it held less than 5 % of the capacity. Of a load it is the first reading
 * that showed this.
 */
export interface DepletedEnd {
  /** Edge key: `TOKEN:identifier`. */
  readonly channel: string;
  readonly token: TokenName;
  readonly owner: NodeName;
  readonly partner: NodeName;
  /** After the start of the run. */
  readonly atMs: number;
  /** When it was first filled again; absent: never. */
  readonly refilledAtMs?: number;
  /** The payment that depleted it; absent: a withdrawal or a swap did, or readings alone show it. */
  readonly payment?: number;
}
