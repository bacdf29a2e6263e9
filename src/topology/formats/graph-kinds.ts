import type { Place } from '../../errors.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { PerEnd } from '../../model/network/network.ts';
import type { Structure } from '../../ports/topology.ts';
import { writeJson } from '../../runtime/read-json.ts';
import type { ChannelPolicy, EndPolicy } from './policy-fees.ts';
import { namesIn } from './unused-fields.ts';

/** A graph as a file has it. */
export interface GraphFile {
  /** The first kind of entries in it; absent: it has none. */
  readonly kind: GraphKind | undefined;
  readonly nodes: Structure['nodes'];
  /** Some may be disabled in both directions. */
  readonly channels: readonly GraphChannel[];
  /** Whether each of its edges is a channel; else two may be the directions of one. */
  readonly isUndirected: boolean;
  /** Entries that are left out or changed, and fields that are left aside, in sentences with counts. */
  readonly notes: readonly string[];
}

/** A channel of a file: its ends are places in the list of nodes. */
export interface GraphChannel {
  readonly id?: string | undefined;
  readonly between: PerEnd<number>;
  /** Absent: not known. */
  readonly capacity?: Amount;
  readonly deposits?: PerEnd<Amount | undefined>;
  readonly policies: PerEnd<EndPolicy>;
  /** Whether the file writes of this edge that it is a channel, not a direction of one. */
  readonly isUndirected?: boolean;
}

/** The text that a graph was read from. */
export interface GraphText {
  /** Where a field stands. */
  readonly placeOf: (path: string) => Place;
  /** A number as it is written; absent: as it was read. */
  readonly numeralAt?: (path: string) => string | undefined;
  /** What an entry looks like; absent: an object with both ends. */
  readonly expected?: string | undefined;
}

/** Fields of an entry of a file, by their names. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The way to a value inside an entry: `['node_1', 'pubkey']`. */
export type EntryPath = readonly string[];

/** A field that holds an amount, and how many of what it counts make one unit of the token. */
export interface AmountField {
  readonly field: string;
  readonly perUnit?: bigint;
}

/** The fields of a channel's end that say what its node charges. */
export interface PolicyFields {
  /** The object that holds them; empty: the entry itself. */
  readonly at: EntryPath;
  readonly baseMsat: string;
  readonly ppm: string;
}

// Fields of policies that no network of ours knows, of all tools.
const HTLC_LIMITS = `min_htlc max_htlc_msat minHtlc maxHtlcMsat htlc_minimum_msat htlc_maximum_msat htlc_minimum
  htlc_maximum minimum_htlc_out_msat maximum_htlc_out_msat min_htlc_size_msat max_htlc_size_msat max_htlc_count
  max_in_flight_msat`;
const INBOUND_FEES = `inbound_fee_base_msat inbound_fee_rate_milli_msat inboundFeeBaseMsat inboundFeeRateMilliMsat
  inbound_base_fee_msat inbound_fee_per_mil`;
const ASIDE = [
  ['limits of an htlc', [...namesIn(HTLC_LIMITS)]],
  ['inbound fees', [...namesIn(INBOUND_FEES)]],
] as const;

function withPolicies(fields: string): ReadonlySet<string> {
  return namesIn(fields, HTLC_LIMITS, INBOUND_FEES);
}

/** The fields in which one kind of file keeps what a network needs of a channel. */
export interface GraphKind {
  readonly name: string;
  /** Fields of an entry and its policies that are read or harmless; the summary names every other one. */
  readonly fields: ReadonlySet<string>;
  /** The ways to the keys of both ends; beside a key inside an object of the entry stands an alias. */
  readonly ends: readonly [EntryPath, EntryPath];
  /** The first one that an entry has is taken. */
  readonly capacities: readonly AmountField[];
  /** What the first end holds, where an entry is one direction of a channel. */
  readonly ownBalance?: AmountField;
  /** Entries with the same value are one channel. Absent: entries have no identity. */
  readonly id?: string;
  /** Policies of the first end and of the second; one alone: an entry is one direction of a channel. */
  readonly policies?: readonly [PolicyFields, PolicyFields?];
}

/** Millisatoshi in a satoshi. */
export const MSAT = 1000n;

const LND_FIELDS = `channel_id node1_pub node2_pub capacity node1_policy node2_policy fee_base_msat fee_rate_milli_msat
  disabled chan_point auth_proof last_update time_lock_delta custom_records`;

// https://api.lightning.community: DescribeGraph.
function describegraph(spelled: (field: string) => string): GraphKind {
  const policy = (end: string): PolicyFields => ({
    at: [spelled(end)],
    baseMsat: spelled('fee_base_msat'),
    ppm: spelled('fee_rate_milli_msat'),
  });
  return {
    name: 'lncli describegraph',
    fields: withPolicies(spelled(LND_FIELDS)),
    ends: [[spelled('node1_pub')], [spelled('node2_pub')]],
    capacities: [{ field: 'capacity' }],
    id: spelled('channel_id'),
    policies: [policy('node1_policy'), policy('node2_policy')],
  };
}

/** Graphs of graphology, networkx, d3, Gephi and tables: a capacity, or what both ends hold. */
export const PLAIN_GRAPH: GraphKind = {
  name: 'graph',
  fields:
    namesIn(`key id label attributes undirected source target capacity capacity_sat weight balance balances balance1 balance2 token state
  identifier deposit1 deposit2 totalDeposit total_deposit withdraw1 withdraw2 totalWithdraw total_withdraw
  settleTimeout revealTimeout revealTimeout1 revealTimeout2`),
  ends: [['source'], ['target']],
  capacities: [{ field: 'capacity' }, { field: 'capacity_sat' }, { field: 'weight' }],
};

/** The fields of nodes that need no note. */
export const NODE_FIELDS =
  namesIn(`key id address attributes alias label pub_key pubKey last_update lastUpdate
  addresses color features custom_records`);

/** All of them; an entry is of the first kind of which it has both ends. */
const GRAPH_KINDS: readonly GraphKind[] = [
  PLAIN_GRAPH,
  describegraph((field) => field),
  describegraph((field) => field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  // https://docs.corelightning.org: listchannels.
  {
    name: 'lightning-cli listchannels',
    fields: withPolicies(`source destination short_channel_id amount_msat satoshis base_fee_millisatoshi
      fee_per_millionth active direction public delay last_update message_flags channel_flags features`),
    ends: [['source'], ['destination']],
    capacities: [{ field: 'amount_msat', perUnit: MSAT }, { field: 'satoshis' }],
    id: 'short_channel_id',
    policies: [{ at: [], baseMsat: 'base_fee_millisatoshi', ppm: 'fee_per_millionth' }],
  },
  // https://github.com/bitcoin-dev-project/sim-ln: `sim_network` of a simulation file.
  {
    name: 'sim_network of SimLN',
    fields: withPolicies(`scid capacity_msat node_1 node_2 pubkey alias base_fee fee_rate_prop forward_only
      cltv_expiry_delta`),
    ends: [
      ['node_1', 'pubkey'],
      ['node_2', 'pubkey'],
    ],
    capacities: [{ field: 'capacity_msat', perUnit: MSAT }],
    id: 'scid',
    policies: [
      { at: ['node_1'], baseMsat: 'base_fee', ppm: 'fee_rate_prop' },
      { at: ['node_2'], baseMsat: 'base_fee', ppm: 'fee_rate_prop' },
    ],
  },
  // https://github.com/marcono/cloth: edges and channels, amounts in millisatoshi.
  {
    name: 'edges of CLoTH',
    fields: withPolicies(`id channel_id counter_edge_id from_node_id to_node_id balance fee_base
      fee_proportional timelock`),
    ends: [['from_node_id'], ['to_node_id']],
    capacities: [],
    ownBalance: { field: 'balance', perUnit: MSAT },
    id: 'channel_id',
    policies: [{ at: [], baseMsat: 'fee_base', ppm: 'fee_proportional' }],
  },
  {
    name: 'channels of CLoTH',
    fields: namesIn('id edge1_id edge2_id node1_id node2_id capacity'),
    ends: [['node1_id'], ['node2_id']],
    capacities: [{ field: 'capacity', perUnit: MSAT }],
    id: 'id',
  },
];

/** The value inside an entry; undefined: it has none there. */
export function valueAt(entry: JsonObject, path: EntryPath): unknown {
  let value: unknown = entry;
  for (const step of path) value = isObject(value) ? value[step] : undefined;
  return value;
}

/** The kind of which an entry has both ends; undefined: it has those of none. */
export function kindOf(entry: JsonObject): GraphKind | undefined {
  const isThere = (end: EntryPath): boolean => valueAt(entry, end) !== undefined;
  return GRAPH_KINDS.find(({ ends: [one, other] }) => isThere(one) && isThere(other));
}

/** What a policy says that no network of ours knows. */
export function asideOf(policy: JsonObject): Pick<ChannelPolicy, 'aside'> {
  const says = (name: string): boolean => Number(withoutUnit(policy[name] ?? 0)) !== 0;
  const aside = ASIDE.filter(([, names]) => names.some(says)).map(([what]) => what);
  return aside.length === 0 ? {} : { aside };
}

/** What was found, as it is written in a file. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = writeJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A numeral: Core Lightning writes `1000msat`. */
export function withoutUnit(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().replace(/msat$/, '') : value;
}

/** The key of a node: graphology takes numbers as keys and turns them into texts. */
export function nodeKey(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The field with what both ends have as a list, or a field for each. */
export type EndFields = readonly [string, string?];

/** The list of what both ends have; where it is in a field for each, an empty one is not known. */
export function listOfEnds(entry: JsonObject, [one, other]: EndFields): unknown {
  if (other === undefined) return (entry[one] ?? '') === '' ? undefined : entry[one];
  if ((entry[one] ?? '') === '' && (entry[other] ?? '') === '') return undefined;
  return [entry[one], entry[other]].map((each) => ((each ?? '') === '' ? null : each));
}
