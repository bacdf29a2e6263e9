import type { Address } from '../../../model/network/address.ts';
import { directoryOf } from '../../../model/network/directory.ts';
import {
  type Network,
  type NodeName,
  timeoutsAt,
  type Timeouts,
  type TokenName,
} from '../../../model/network/network.ts';
import type { ChannelView } from '../../../model/run/answer.ts';
import type { Operation } from '../../../model/run/operation.ts';
import type { OperationRecord } from '../../../model/run/outcome.ts';
import type { Reading } from '../../../model/run/reading.ts';
import type { Run } from '../../../model/run/run.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import { tokenOfSequences } from '../moves/channels-in-token.ts';

type StatedTerms = Scenario['nodes'];
type Field = keyof Timeouts;
type Opening = Extract<Operation, { kind: 'open' }>;

/**
 * The time-outs that nodes of a list use by default in the token that sequences are about: those that their channels
 * show before any sequence asks for others, and of the others those of the first channel in which they are left to it.
 */
export class OwnTerms {
  readonly #known = new Map<NodeName, Partial<Timeouts>>();
  #isSeen = false;

  /** The scenario with what is known, where it does not say otherwise itself. */
  statedIn(scenario: Scenario): Scenario {
    const stated = [...this.#known].map(([node, own]) => [node, { ...own, ...scenario.nodes[node] }]);
    const nodes: StatedTerms = { ...scenario.nodes, ...Object.fromEntries(stated) };
    return { ...scenario, nodes };
  }

  /** Reads them off the channels that there are; only the first look counts. */
  see(start: Network): void {
    if (this.#isSeen) return;
    this.#isSeen = true;
    const token = tokenOfSequences(start);
    for (const node of start.nodes()) this.#known.set(node, shownBy(start, node, token));
  }

  /** Learns from the openings of a try. True: it was predicted with others, so that it is no fault where it differs. */
  learn({ start, records, readings }: Run, stated: StatedTerms): boolean {
    const token = tokenOfSequences(start);
    const directory = directoryOf(start);
    let isPredictedOtherwise = false;
    const take = (node: NodeName, field: Field, shown: bigint | undefined): void => {
      const known = this.#known.get(node);
      if (known?.[field] !== undefined || stated[node]?.[field] !== undefined) return;
      if (shown !== undefined) this.#known.set(node, { ...known, [field]: Number(shown) });
      isPredictedOtherwise ||= shown === undefined || Number(shown) !== timeoutsAt(start, node, token)[field];
    };
    const openings = records.filter(isOpening).filter(({ operation }) => isNew(operation, start, token));
    for (const { operation, outcome } of openings) {
      const { node, partner, settleTimeout, revealTimeout } = operation;
      const isOnly = openings.filter((one) => isBetween(one.operation, operation)).length === 1;
      const shown = (at: NodeName, other: NodeName): ChannelView | undefined =>
        isOnly && outcome.kind !== 'failed'
          ? lastShown(readings, at, {
              token: directory.tokenAddressOf(token),
              partner: directory.addressOf(other),
            })
          : undefined;
      // Plainly asked for, a refusal has other reasons than the two time-outs beside each other.
      if (outcome.kind === 'failed' && (settleTimeout === undefined) === (revealTimeout === undefined))
        continue;
      if (settleTimeout === undefined) take(node, 'settleTimeout', shown(node, partner)?.settleTimeout);
      if (revealTimeout === undefined) take(node, 'revealTimeout', shown(node, partner)?.revealTimeout);
      if (outcome.kind !== 'failed') take(partner, 'revealTimeout', shown(partner, node)?.revealTimeout);
    }
    return isPredictedOtherwise;
  }
}

function shownBy(network: Network, node: NodeName, token: TokenName): Partial<Timeouts> {
  const own = network
    .filterEdges(node, (_key, channel) => channel.token === token && channel.state === 'opened')
    .map((key) => {
      const { settleTimeout, revealTimeout } = network.getEdgeAttributes(key);
      return { settleTimeout, revealTimeout: revealTimeout[network.source(key) === node ? 0 : 1] };
    });
  const [first] = own;
  const isCommon = (field: Field): boolean => own.every((one) => one[field] === first?.[field]);
  return {
    ...(first && isCommon('settleTimeout') && { settleTimeout: first.settleTimeout }),
    ...(first && isCommon('revealTimeout') && { revealTimeout: first.revealTimeout }),
  };
}

function isOpening(record: OperationRecord): record is OperationRecord & { readonly operation: Opening } {
  return record.operation.kind === 'open';
}

// What is there already has the time-outs that it was opened with.
function isNew({ node, partner, token }: Opening, start: Network, own: TokenName): boolean {
  return (
    token === own &&
    !start.someEdge(node, partner, (_key, channel: { token: string }) => channel.token === own)
  );
}

function isBetween(one: Opening, other: Opening): boolean {
  return [one.node, one.partner].toSorted().join(' ') === [other.node, other.partner].toSorted().join(' ');
}

function lastShown(
  readings: readonly Reading[],
  at: NodeName,
  { token, partner }: { readonly token: Address; readonly partner: Address },
): ChannelView | undefined {
  return readings
    .filter(({ node }) => node === at)
    .flatMap(({ value }) => channelsIn(value))
    .findLast(({ tokenAddress, partnerAddress }) => tokenAddress === token && partnerAddress === partner);
}

function channelsIn(value: Reading['value']): readonly ChannelView[] {
  if (value.kind === 'channels') return value.channels;
  return value.kind === 'channel' && value.channel !== null ? [value.channel] : [];
}
