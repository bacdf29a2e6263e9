import type { Address } from '../../../model/network/address.ts';
import { directoryOf } from '../../../model/network/directory.ts';
import { type Network, type NodeName, type Timeouts, timeoutsAt } from '../../../model/network/network.ts';
import type { ChannelView } from '../../../model/run/answer.ts';
import type { Operation, OperationRecord } from '../../../model/run/operation.ts';
import type { Reading } from '../../../model/run/reading.ts';
import type { Run } from '../../../model/run/run.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import { channelsInToken, tokenOfSequences } from '../../settle/settle-steps.ts';

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
    const channels = channelsInToken(start, tokenOfSequences(start));
    // A channel does not show its opener: where time-outs differ, either end may have another default.
    const settle = new Set(channels.mapEdges((_key, { settleTimeout }) => settleTimeout));
    for (const node of channels.nodes()) {
      const reveal = new Set(
        channels.mapEdges(node, (_key, { revealTimeout }, source) => revealTimeout[source === node ? 0 : 1]),
      );
      const [[settleTimeout], [revealTimeout]] = [settle, reveal];
      this.#known.set(node, {
        ...(reveal.size > 0 && settle.size === 1 && { settleTimeout }),
        ...(reveal.size === 1 && { revealTimeout }),
      });
    }
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
    const openings = records.filter(isOpening).filter(({ operation }) => operation.token === token);
    const made = openings.filter(({ outcome }) => outcome.kind === 'succeeded');
    const shownAt = (at: NodeName, other: NodeName): ChannelView | undefined =>
      lastNew(readings, at, {
        token: directory.tokenAddressOf(token),
        partner: directory.addressOf(other),
        before: start.edges(at, other).map((key) => start.getEdgeAttribute(key, 'identifier')),
      });
    for (const { operation, outcome } of openings) {
      const { node, partner, settleTimeout, revealTimeout } = operation;
      // Plainly asked for, a refusal has other reasons than the two time-outs beside each other.
      const isPlain = (settleTimeout === undefined) === (revealTimeout === undefined);
      if (outcome.kind === 'indeterminate' || (outcome.kind === 'failed' && isPlain)) continue;
      const isMade = outcome.kind === 'succeeded';
      const isOnly = made.filter((one) => isBetween(one.operation, operation)).length === 1;
      const [own, others] =
        isMade && isOnly ? [shownAt(node, partner), shownAt(partner, node)] : [undefined, undefined];
      if (settleTimeout === undefined) take(node, 'settleTimeout', own?.settleTimeout);
      if (revealTimeout === undefined) take(node, 'revealTimeout', own?.revealTimeout);
      if (isMade) take(partner, 'revealTimeout', others?.revealTimeout);
    }
    return isPredictedOtherwise;
  }
}

function isOpening(record: OperationRecord): record is OperationRecord & { readonly operation: Opening } {
  return record.operation.kind === 'open';
}

function isBetween(one: Opening, other: Opening): boolean {
  return [one.node, one.partner].toSorted().join(' ') === [other.node, other.partner].toSorted().join(' ');
}

// Earlier channels are left out: they keep the time-outs that they were opened with, perhaps by the other node.
function lastNew(
  readings: readonly Reading[],
  at: NodeName,
  { token, partner, before }: ChannelsWith,
): ChannelView | undefined {
  return readings
    .filter(({ node }) => node === at)
    .flatMap(({ value }) => channelsIn(value))
    .findLast(
      ({ tokenAddress, partnerAddress, channelIdentifier }) =>
        tokenAddress === token && partnerAddress === partner && !before.includes(Number(channelIdentifier)),
    );
}

interface ChannelsWith {
  readonly token: Address;
  readonly partner: Address;
  /** Identifiers of those that are left out. */
  readonly before: readonly number[];
}

function channelsIn(value: Reading['value']): readonly ChannelView[] {
  if (value.kind === 'channels') return value.channels;
  return value.kind === 'channel' && value.channel !== null ? [value.channel] : [];
}
