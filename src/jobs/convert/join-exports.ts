import { spelled } from '../../model/network/address.ts';
import { InputError } from '../../errors.ts';
import { toJson } from '../../model/json.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { FeeSchedule } from '../../model/network/fees.ts';
import type { RecordedOutcome } from '../../model/scenario/payment-trace.ts';
import { feesOf, isMixed, isUsable, leftAside } from '../../topology/formats/policy-fees.ts';
import {
  type ExportedChannel,
  type ExportedGraph,
  type ExportedPayment,
  type ForeignChannel,
  leftOut,
  type NodeExport,
  type Party,
  type TokenKind,
  told,
} from './export-format.ts';
import { NodeNames } from './node-names.ts';
import { distinctPolicies, policiesOfEnds, policyEarning } from './own-policies.ts';

/** One node with its channels and its recorded payments. */
export interface ExportedNode {
  readonly name: string;
  readonly token: TokenKind;
  readonly fees: FeeSchedule | undefined;
  readonly channels: readonly OwnChannel[];
  /** In order of their moments, which count from the first one. */
  readonly payments: readonly RecordedRow[];
  /** What else was left out, merged, drawn or rounded, in sentences with counts. */
  readonly notes: readonly string[];
  readonly names: NodeNames;
  /** Channels between others. */
  readonly others: readonly ForeignChannel[];
  /** Notes on all channels that the node has heard of. */
  readonly graphNotes: readonly string[];
}

/** All channels with one partner, as one. */
export type OwnChannel = Pick<ExportedChannel, 'partner' | 'own' | 'others'>;

/** A payment as a line of a CSV. */
export interface RecordedRow {
  readonly atMs: number;
  readonly from: string;
  readonly to: string;
  readonly amount: Amount;
  /** Absent: not known. */
  readonly outcome: RecordedOutcome | undefined;
}

/**
 * Puts together what the files of one node say. Without a `name` it is called after its alias, or `me`; `token` is the
 * address of one, where the node has several. Throws InputError where the files do not go together.
 */
export function joinExports(
  exports: readonly NodeExport[],
  { name, token }: Readonly<Record<'name' | 'token', string | undefined>>,
): ExportedNode {
  const lists = exports.map((each) => each.channels ?? []);
  const listed = unique(lists);
  const channels = ofOneToken(listed, token && spelled(token));
  if (channels.length === 0)
    throw new InputError({
      message: `found no channels of the node in ${exports.map(({ kind }) => kind).join(', ')}`,
      hint: 'Give lncli listchannels, lightning-cli listpeerchannels, or GET /channels of a Raiden node.',
    });
  const graph = exports.flatMap((each) => channelsOf(each.graph));
  const ownIds = new Map(
    channels.flatMap(({ ids, aliases = [], partner }) => [...aliases, ...ids].map((id) => [id, partner])),
  );
  const ownEdges = graph.filter(({ id = '' }) => ownIds.has(id));
  const ownKey = exports.find((each) => each.ownKey !== undefined)?.ownKey ?? ownKeyIn(ownEdges, ownIds);
  const names = new NodeNames({
    aliases: exports.flatMap((each) => [...(each.aliases ?? []), ...aliasesOf(each.graph)]),
    keys: [...channels.map(({ partner }) => partner), ...graph.flatMap(({ between }) => between)],
    self: { name, key: ownKey },
  });
  const tokenAddress = channels[0]?.token;
  const { payments, notes } = distinctPayments(exports);
  const rows = payments.filter((payment) => payment.token === undefined || payment.token === tokenAddress);
  const partners = new Set(channels.map(({ partner }) => names.of(partner)));
  const unit = exports.find((each) => each.token !== undefined)?.token ?? 'TOK';
  const nameOf = (party: Party): string | undefined => {
    if (party.kind === 'self') return names.self;
    const key = party.kind === 'node' ? party.key : ownIds.get(party.id);
    if (key === undefined) return undefined;
    const found = names.of(key);
    return found === names.self || partners.has(found) ? found : undefined;
  };
  const placed = placePayments(rows, { nameOf, unit });
  const [ownEnds, partnersEnds] = policiesOfEnds(ownEdges, ownIds);
  const ends = [...exports.flatMap((each) => each.policies ?? []), ...ownEnds];
  const given = distinctPolicies(ends);
  const isOthers = ({ between }: ForeignChannel): boolean =>
    ownKey !== undefined && !between.includes(ownKey);
  const others = graph.filter((channel) => isOthers(channel) && isUsable(channel.policies));
  const earning = given.length > 0 ? [] : rows.filter(({ feeMsat }) => feeMsat !== undefined);
  const policies = earning.length > 0 ? [policyEarning(earning)] : given;
  const merged = withOnePartnerEach(channels, names);
  return {
    name: names.self,
    token: unit,
    fees: policies.length === 0 ? undefined : feesOf(policies),
    channels: merged,
    notes: [
      ...exports.flatMap((each) => each.notes ?? []),
      ...notes,
      ...leftOut(payments.length - rows.length, 'in other tokens'),
      ...told('channels that are listed again, taken once', lists.flat().length - listed.length),
      ...told('channels of other tokens, left out', listed.length - channels.length),
      ...told(
        'channels beside another one with the same partner, added to it',
        channels.length - merged.length,
      ),
      ...told('ends of partners that are not known, drawn', merged.filter(isHalf).length),
      ...told(
        'ends of partners that hold at least what the node has paid them, taken as that',
        channels.filter(({ isLeast }) => isLeast === true).length,
      ),
      ...told(
        'policies of the node, as one: the median, half on each channel',
        isMixed(given) ? given.length : 0,
      ),
      ...leftAside(ends, ' at the ends of the node'),
      ...leftAside(partnersEnds, ' at the ends of its partners'),
      ...told('fees of the node are in no file, taken from its forwards', earning.length),
      ...(policies.length === 0 ? ['fees of the node are in no file: it charges nothing'] : []),
      ...placed.notes,
    ],
    payments: placed.payments,
    names,
    others,
    graphNotes: [
      ...exports.flatMap((each) => each.graph?.notes ?? []),
      ...leftAside(others.flatMap(({ policies: ofEnds }) => ofEnds).entries(), ' between others'),
      ...(others.length > 0 ? [] : [NO_OTHERS]),
    ],
  };
}

function channelsOf(graph: ExportedGraph | undefined): readonly ForeignChannel[] {
  const keys = graph?.nodes.map(({ name }) => spelled(name));
  const keyOf = (place: number): string => keys?.[place] ?? '';
  return (graph?.channels ?? []).map(({ between: [one, other], deposits: _deposits, ...channel }) => ({
    ...channel,
    between: [keyOf(one), keyOf(other)],
  }));
}

function aliasesOf(graph: ExportedGraph | undefined): readonly (readonly [key: string, alias: string])[] {
  return (graph?.nodes ?? []).flatMap(({ name, alias }) =>
    alias === undefined ? [] : [[spelled(name), alias]],
  );
}

/** The payments of all files. Files may overlap: a payment that an earlier file lists, to the moment, is the same one. */
export function distinctPayments(exports: readonly NodeExport[]) {
  const seen = new Set<string>();
  const payments = exports.flatMap(({ payments: list = [] }) => {
    const keyed = list.map((payment) => ({ payment, key: toJson(payment) }));
    const fresh = keyed.filter(({ payment, key }) => payment.unixMs === undefined || !seen.has(key));
    for (const { key } of keyed) seen.add(key);
    return fresh.map(({ payment }) => payment);
  });
  const again = exports.flatMap((each) => each.payments ?? []).length - payments.length;
  return { payments, notes: leftOut(again, 'that two files list, taken once') };
}

/**
 * Two commands may list the same channel; both sides of a listing agree. A channel without a name is the same as the
 * one of its place among those of the partner in another list.
 */
function unique(lists: readonly (readonly ExportedChannel[])[]): readonly ExportedChannel[] {
  const seen = new Set<string>();
  return lists.flatMap((channels) => {
    const nameless = new Map<string, number>();
    return channels.filter(({ token, partner, ids }) => {
      const place = nameless.get(partner) ?? 0;
      if (ids.length === 0) nameless.set(partner, place + 1);
      const keys = (ids.length === 0 ? [`nameless ${place}`] : ids).map((id) => `${token} ${partner} ${id}`);
      const isNew = !keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      return isNew;
    });
  });
}

function ofOneToken(
  channels: readonly ExportedChannel[],
  token: string | undefined,
): readonly ExportedChannel[] {
  const tokens = [...new Set(channels.flatMap((channel) => channel.token ?? []))];
  if (token === undefined && tokens.length < 2) return channels;
  if (token === undefined || !tokens.includes(token))
    throw new InputError({
      message: `found channels of ${tokens.length === 0 ? 'no named token' : `the tokens ${tokens.join(', ')}`}, expected those of ${token ?? 'one'}`,
      hint: 'Say which one with --token.',
    });
  return channels.filter((channel) => channel.token === token);
}

function ownKeyIn(edges: readonly ForeignChannel[], ownIds: ReadonlyMap<string, string>): string | undefined {
  const [edge] = edges;
  return edge?.between.find((key) => key !== ownIds.get(edge.id ?? ''));
}

const NO_OTHERS =
  'no channels of others: the files have none, or none of them names this node; getinfo tells its key';

/** True: the partner's end is not known. */
export function isHalf({ others }: OwnChannel): boolean {
  return others === undefined;
}

function withOnePartnerEach(channels: readonly ExportedChannel[], names: NodeNames): readonly OwnChannel[] {
  const merged = new Map<string, OwnChannel>();
  for (const { partner: key, own, others } of channels) {
    const partner = names.of(key);
    const before: Omit<OwnChannel, 'partner'> = merged.get(partner) ?? { own: 0n, others: 0n };
    const sum = others === undefined || before.others === undefined ? undefined : others + before.others;
    merged.set(partner, { partner, own: own + before.own, ...(sum === undefined ? {} : { others: sum }) });
  }
  return [...merged.values()];
}

interface Places {
  /** The node that a payment's end is, or the partner through whose channel it came or went; undefined: neither is known. */
  readonly nameOf: (party: Party) => string | undefined;
  readonly unit: TokenKind;
}

/** Names the ends of payments, in order of time; counts the payments it leaves out. */
export function placePayments(
  payments: readonly ExportedPayment[],
  { nameOf, unit }: Places,
): Pick<ExportedNode, 'payments' | 'notes'> {
  let [timeless, small, closed, strange, returned] = [0, 0, 0, 0, 0];
  const rows: RecordedRow[] = [];
  const firstMs = payments.reduce((least, { unixMs = least }) => Math.min(least, unixMs), Number.MAX_VALUE);
  for (const { unixMs, from, to, amount, succeeded } of payments) {
    const [payer, payee] = [nameOf(from), nameOf(to)];
    if (unixMs === undefined) timeless += 1;
    else if (amount === 0n) small += 1;
    else if (payer === undefined || payee === undefined) {
      if ([from, to].some(({ kind }) => kind === 'channel')) closed += 1;
      else strange += 1;
    } else if (payer === payee) returned += 1;
    else
      rows.push({
        atMs: Math.round((unixMs - firstMs) * 1000) / 1000,
        from: payer,
        to: payee,
        amount,
        outcome: succeeded === undefined ? undefined : succeeded ? 'succeeded' : 'failed',
      });
  }
  rows.sort((one, other) => one.atMs - other.atMs);
  const unknown = rows.filter(({ outcome }) => outcome === undefined).length;
  return {
    payments: rows,
    notes: [
      ...leftOut(timeless, 'without a time'),
      ...leftOut(small, `of less than one ${unit}`),
      ...leftOut(closed, 'through channels that are no longer open'),
      ...leftOut(strange, 'with nodes of which no channel is known'),
      ...leftOut(returned, 'that came from the partner to whom they went'),
      ...told('payments whose outcome is not known', unknown),
    ],
  };
}
