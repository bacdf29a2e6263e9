import { stringify } from 'yaml';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { createRandomSource } from '../../runtime/random-source.ts';
import { paymentIdentifiers } from '../../workload/payment-supply.ts';
import type { CallManner } from './arbitraries/moves.ts';
import type { Move } from './moves/move.ts';
import type { FeeSchedule } from '../../model/network/fees.ts';
import { DEFAULT_TOKEN } from '../../scenario/resolve-tokens.ts';

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

/** A small network that was made up, with nodes `n1`, `n2` and so on. */
export interface MadeNetwork {
  readonly nodes: number;
  /** Nodes counted from 0, each pair once; every node has one: a file may not name others. */
  readonly channels: readonly MadeChannel[];
  readonly fees: FeeSchedule;
  /** Tokens that a node owns before it deposits anything; absent: more than it ever deposits. */
  readonly balancePerNode?: bigint;
  /** Blocks. */
  readonly settleTimeout: number;
  readonly revealTimeout: number;
  /** Milliseconds of one message. */
  readonly hopLatencyMs: number;
}

/** A channel of one. */
export interface MadeChannel {
  readonly between: readonly [number, number];
  readonly deposits: readonly [bigint, bigint];
}

/** The name of a node by its number. */
export function madeName(number: number): string {
  return `n${number + 1}`;
}

/** The part of a scenario file that describes it. */
function networkFields({
  channels,
  fees,
  settleTimeout,
  revealTimeout,
  hopLatencyMs,
  balancePerNode,
}: MadeNetwork): Record<string, unknown> {
  return {
    ...(balancePerNode === undefined ? {} : { tokens: [{ name: DEFAULT_TOKEN, balancePerNode }] }),
    network: {
      topology: {
        channels: channels.map(({ between: [one, other], deposits }) => ({
          between: [madeName(one), madeName(other)],
          deposits: [...deposits],
        })),
      },
      fees: { ...fees },
      settleTimeout,
      revealTimeout,
    },
    protocol: { blockTime: '1s', confirmations: 2, hopLatency: `${hopLatencyMs}ms` },
  };
}

/**
 * The same steps with other identifiers where they name some, one for each that they name: nodes keep to what they answered
 * to an identifier before (raiden.md 1.5).
 */
export function withFreshIdentifiers(scenario: Scenario, seed: string): Scenario {
  const next = paymentIdentifiers(createRandomSource(seed).stream('named identifiers'));
  const fresh = new Map<bigint, bigint>();
  const freshFor = (named: bigint): bigint => {
    const known = fresh.get(named) ?? next();
    fresh.set(named, known);
    return known;
  };
  return {
    ...scenario,
    steps: scenario.steps.map((step) =>
      step.kind === 'pay' && step.identifier !== undefined
        ? { ...step, identifier: freshFor(step.identifier) }
        : step,
    ),
  };
}
