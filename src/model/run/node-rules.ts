/** The rules in which kinds of nodes differ, whatever words they tell them in. Simulated nodes act by their dialect's. */
export interface NodeRules {
  /** A node that is asked to open a channel which is there deposits into it; false: it refuses. */
  readonly opensAgain: boolean;
  /** A node makes payments of 0. */
  readonly paysNothing: boolean;
  /** A node takes 0 for an identifier. */
  readonly identifierZero: boolean;
  /** `fault`: a node refuses lock timeouts beyond the first channel's; `unusable`: it has no route for them. */
  readonly lockTimeouts: 'fault' | 'unusable';
  /** Two nodes that run settle a channel together that has no lock; false: it is closed, and settled after its timeout. */
  readonly closesTogether: boolean;
  /** While the chain settles what both agreed to close, a node shows the channel as closed; false: as open. */
  readonly showsSettlingAsClosed: boolean;
  /** A node ends with what it did not expect: it answers 500, and its port is closed. */
  readonly endsWith500: boolean;
}

/** The Python node's (raiden.md 1.2 to 1.5). */
export const PYTHON_NODE_RULES: NodeRules = {
  opensAgain: true,
  paysNothing: false,
  identifierZero: false,
  lockTimeouts: 'unusable',
  closesTogether: true,
  showsSettlingAsClosed: true,
  endsWith500: true,
};
