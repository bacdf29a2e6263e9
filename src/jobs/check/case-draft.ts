import { stringify } from 'yaml';
import type { CallManner } from './arbitraries/moves.ts';
import { type MadeNetwork, networkFields } from './moves/made-network.ts';
import type { Move } from './moves/move.ts';

/** A case before it is settled: it can be made smaller. */
export interface CaseDraft {
  /** Absent: the network of the scenario that is checked. */
  readonly network?: MadeNetwork;
  readonly manner: CallManner;
  readonly moves: readonly Move[];
  /** Absent: thorough ones. */
  readonly looks?: 'brief';
}

/** The scenario whose network a draft takes, without anything happening in it. */
export function baseText({ network }: Pick<CaseDraft, 'network'>, given: string | undefined): string {
  if (network === undefined) return given ?? '';
  return stringify({ question: 'What happens in this network?', seed: 1, ...networkFields(network) });
}
