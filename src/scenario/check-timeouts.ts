import { DEFAULT_TIMEOUTS } from '../model/network/network.ts';
import type { Draft, Part } from './text/draft.ts';
import type { FaultList } from './text/fault-list.ts';
import type { TokenedParts } from './resolve-tokens.ts';

/** The time-outs that a node has beside its own, and whose they are. */
interface UsualTimeouts {
  readonly settleTimeout: number;
  readonly revealTimeout: number;
  readonly whose: string;
}

/**
 * Checks that each node's own time-outs go with one another and with those of the networks: its reveal timeout stands at
 * its end of channels that others open, its settle timeout over a reveal timeout that may be the network's.
 */
export function checkTimeouts(draft: Draft, parts: TokenedParts, faults: FaultList): void {
  const usual = usualTimeouts(draft, parts);
  for (const node of draft.nodes) checkNode(node, usual, faults);
}

function usualTimeouts({ namesAreComplete }: Draft, { tokens, networks }: TokenedParts): UsualTimeouts[] {
  const several = tokens.length > 1;
  return tokens.flatMap(({ name }) => {
    const found = networks.find(({ value }) => value.token === name)?.value;
    // What could not be read may say anything.
    if (found === undefined && !namesAreComplete) return [];
    const { settleTimeout, revealTimeout } = found ?? DEFAULT_TIMEOUTS;
    return [
      { settleTimeout, revealTimeout, whose: several ? ` of the network of ${name}` : ' of the network' },
    ];
  });
}

function checkNode({ path, value }: Part<'node'>, usual: readonly UsualTimeouts[], faults: FaultList): void {
  const { settleTimeout, revealTimeout } = value;
  const others = settleTimeout === undefined ? usual : [{ settleTimeout, whose: ' of this node' }, ...usual];
  if (revealTimeout !== undefined) {
    const short = others.find((other) => revealTimeout * 2 > other.settleTimeout);
    if (short === undefined) return;
    const expected = `at most half the settle timeout of ${short.settleTimeout} blocks${short.whose}`;
    faults.unexpected([...path, 'revealTimeout'], expected);
    return;
  }
  const long = usual.find((other) => settleTimeout !== undefined && other.revealTimeout * 2 > settleTimeout);
  if (long === undefined) return;
  const expected = `at least twice the reveal timeout of ${long.revealTimeout} blocks${long.whose}`;
  faults.unexpected([...path, 'settleTimeout'], expected, 'give this node a shorter `revealTimeout` too');
}
