import { InputError, type InputFault } from '../../errors.ts';
import { type Amount, parseAmount } from '../../model/network/amount.ts';
import { spelled } from '../../model/network/address.ts';
import { madeOnce } from '../../model/gather.ts';
import type { PerEnd } from '../../model/network/network.ts';
import type { Structure } from '../../ports/topology.ts';
import {
  type AmountField,
  asideOf,
  balanceOf,
  type GraphChannel,
  type GraphFile,
  type GraphKind,
  type GraphText,
  isObject,
  type JsonObject,
  kindOf,
  NODE_FIELDS,
  nodeKey,
  PLAIN_GRAPH,
  type PolicyFields,
  shown,
  valueAt,
  withoutUnit,
} from './graph-kinds.ts';
import { type EndPolicy, isUsable } from './policy-fees.ts';
import { countUnused, type UnusedFields, unusedNotes } from './unused-fields.ts';

// Each is looked for in the whole text; more are not shown.
const MAX_FAULTS = 10;
const NO_POLICIES = [undefined, undefined] as const;

/** Turns entries into channels and notes what is wrong with them. */
export class GraphReader {
  readonly unused: UnusedFields = new Map();
  readonly #text: GraphText;
  readonly #faults: InputFault[] = [];
  readonly #nodes: Structure['nodes'][number][] = [];
  readonly #numbers = new Map<string, number>();
  readonly #channels: GraphChannel[] = [];
  // By identity, the place of a channel; the kinds of two files may use the same one.
  readonly #places = new Map<string, number>();
  readonly #tokens = new Set<string>();
  readonly #counts = new Map<string, number>();
  // Where the entry stands that is read; a path is written only where something is wrong.
  #list = '';
  #index = 0;
  #kind: GraphKind | undefined;
  #areNodesListed = false;
  #hasPolicies = false;
  #hasIdentities = false;

  constructor(text: GraphText) {
    this.#text = text;
  }

  readNodes(nodes: unknown): void {
    this.#areNodesListed = true;
    this.#readEach('nodes', nodes, (node) => this.#readNode(node));
  }

  /** Reads a list of edges, or of what `read` makes edges of; undefined is none. */
  readEdges(list: string, entries: unknown, read = (entry: unknown, _index: number) => entry): void {
    this.#readEach(list, entries, (entry) => {
      const edge = read(entry, this.#index);
      if (edge !== undefined) this.#readEdge(edge);
    });
    const tokens = [...new Set(Array.from(this.#tokens, spelled))];
    if (tokens.length > 1)
      this.#fail(list, `found channels of the tokens ${tokens.join(', ')}, expected those of one token`);
  }

  #readEach(list: string, entries: unknown, read: (entry: unknown) => void): void {
    if (!Array.isArray(entries)) return this.#fail(list, `found ${shown(entries)}, expected a list`);
    this.#list = list;
    entries.forEach((entry: unknown, index) => {
      this.#index = index;
      if (this.#faults.length < MAX_FAULTS) read(entry);
    });
  }

  finish(isUndirected: boolean): GraphFile {
    if (this.#faults.length > 0) throw new InputError(this.#faults);
    let channels: readonly GraphChannel[] = this.#channels;
    if (this.#kind?.policies !== undefined) {
      // A file without any policy says nothing of directions.
      if (!this.#hasPolicies) channels = channels.map((each) => ({ ...each, policies: NO_POLICIES }));
      const usable = channels.filter(({ policies }) => isUsable(policies));
      const unusable = channels.length - usable.length;
      this.#count('channels left out, disabled or without a policy in both directions', unusable);
      const free = usable.flatMap(({ policies }) => policies).filter((policy) => policy === undefined).length;
      this.#count('ends of channels without a policy in the file, kept and free of fees', free);
    }
    return {
      kind: this.#kind,
      nodes: this.#nodes,
      channels,
      isUndirected: isUndirected || this.#hasIdentities,
      notes: [...[...this.#counts].map(([what, count]) => `${what}: ${count}`), ...unusedNotes(this.unused)],
    };
  }

  #fail(path: string, message: string): undefined {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ place: this.#text.placeOf(path), message });
  }

  #failHere(within: string, message: string): undefined {
    return this.#fail(this.#pathTo(within), message);
  }

  #pathTo(within: string): string {
    return `${this.#list}[${this.#index}]${within}`;
  }

  #count(what: string, more = 1): undefined {
    if (more > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + more);
  }

  #readNode(node: unknown): void {
    if (!isObject(node)) return this.#failHere('', `found ${shown(node)}, expected {"key": ...}`);
    const name = nodeKey(node.key ?? node.id ?? node.pub_key ?? node.pubKey);
    if (name === undefined) return this.#failHere('.key', `found ${shown(node.key)}, expected a name`);
    if (this.#numbers.has(name) || this.#numbers.has(spelled(name)))
      return this.#failHere('', `found ${shown(name)} again, expected each node once`);
    const fields = isObject(node.attributes) ? { ...node, ...node.attributes } : node;
    // A node is online where nothing else is written.
    const { online = true, ...others } = fields;
    countUnused(this.unused, String(online) === 'true' ? others : fields, NODE_FIELDS, ' of nodes');
    this.#addNode(name, [fields.alias, fields.label]);
  }

  #addNode(name: string, aliases: readonly unknown[]): number {
    const alias = aliases.find((text) => typeof text === 'string' && text !== '');
    this.#numbers.set(name, this.#nodes.length).set(spelled(name), this.#nodes.length);
    this.#nodes.push(typeof alias === 'string' ? { name, alias } : { name });
    return this.#nodes.length - 1;
  }

  #readEdge(edge: unknown): void {
    if (!isObject(edge))
      return this.#failHere(
        '',
        `found ${shown(edge)}, expected ${this.#text.expected ?? '{"source": ..., "target": ...}'}`,
      );
    const kind = kindOf(edge) ?? PLAIN_GRAPH;
    this.#kind ??= kind;
    const [one, other] = [this.#end(edge, kind, 0), this.#end(edge, kind, 1)];
    if (one === undefined || other === undefined) return;
    if (one === other) return this.#count('channels of a node with itself, left out');
    const fields = isObject(edge.attributes) ? { ...edge, ...edge.attributes } : edge;
    countUnused(this.unused, fields, kind.fields);
    if (fields.state !== undefined && fields.state !== 'opened')
      return this.#count('channels that are not open, left out');
    if (typeof fields.token === 'string') this.#tokens.add(fields.token);
    if (edge.forward_only === true) this.#count('channels that only pass payments on, kept as any other');
    const money = this.#money(fields === edge ? '.' : '.attributes.', fields, kind);
    if (money === undefined) return;
    if (kind.id !== undefined) this.#hasIdentities = true;
    // Two directions without an identity are those of one channel where they agree.
    const agreed =
      kind.policies?.length === 1
        ? `${Math.min(one, other)} ${Math.max(one, other)} ${money.capacity}`
        : undefined;
    const id = (kind.id === undefined ? undefined : nodeKey(edge[kind.id])) ?? agreed;
    this.#add({
      // lnd writes 0 where a channel has no name yet.
      id: id === '0' && kind.policies?.length === 2 ? undefined : id,
      between: [one, other],
      ...money,
      ...(edge.undirected === true ? { isUndirected: true } : {}),
      policies: this.#policies(edge, kind),
    });
  }

  #end(edge: JsonObject, kind: GraphKind, which: 0 | 1): number | undefined {
    const end = kind.ends[which];
    const value = valueAt(edge, end);
    const key = nodeKey(value);
    const number = this.#numbers.get(key ?? '') ?? this.#numbers.get(spelled(key ?? ''));
    if (number !== undefined) return number;
    if (key === undefined || (this.#areNodesListed && kind === PLAIN_GRAPH))
      return this.#failHere(
        `.${end.join('.')}`,
        `found ${shown(value)}, expected the key of one of the nodes`,
      );
    if (this.#areNodesListed) this.#count('nodes that only edges name, added');
    return this.#addNode(key, end.length === 1 ? [] : [valueAt(edge, [...end.slice(0, -1), 'alias'])]);
  }

  /** What the ends hold, as far as it is known; undefined: the channel is left out. A fault ends the reading anyway. */
  #money(
    within: string,
    fields: JsonObject,
    { capacities, ownBalance }: GraphKind,
  ): Pick<GraphChannel, 'capacity' | 'deposits'> | undefined {
    const amount = ({ field, perUnit }: AmountField): Amount | undefined =>
      this.#amount(`${within}${field}`, fields[field], perUnit);
    if (ownBalance !== undefined) return { deposits: [amount(ownBalance), undefined] };
    const balance = balanceOf(fields);
    const given = capacities.filter(({ field }) => (fields[field] ?? '') !== '');
    // Most entries have one, and networks are large.
    const isOnly = given.length < 2 && balance === undefined;
    const found = isOnly ? given[0] : this.#chosen(given, fields, balance !== undefined);
    const capacity = found && amount(found);
    if (balance !== undefined)
      return this.#balances(this.#pair(`${within}balance`, balance), capacity || undefined);
    if (found === undefined) return {};
    if (capacity === undefined) return undefined;
    if (capacity > 0n && found.field === 'weight') this.#count('channels whose capacity is their weight');
    if (capacity > 0n) return { capacity };
    if (Number(withoutUnit(fields[found.field])) === 0) return {};
    return this.#count('channels of less than one unit, left out');
  }

  // Nodes that do not look at the chain write 0; a weight beside balances is no capacity.
  #chosen(given: readonly AmountField[], fields: JsonObject, hasBalances: boolean): AmountField | undefined {
    const written = ({ field, perUnit = 1n }: AmountField): Amount =>
      (parseAmount(withoutUnit(fields[field])) ?? -perUnit) / perUnit;
    const usable = given.filter(({ field }) => !hasBalances || field !== 'weight');
    const found = usable.find((each) => each.field !== 'weight' && written(each) > 0n) ?? usable[0];
    for (const other of given.filter((each) => each !== found))
      if (other.field === 'weight') countUnused(this.unused, { weight: 1 }, new Set());
      else if (![0n, found && written(found)].includes(written(other)))
        this.#count('capacities that another field of the same entry contradicts, kept');
    return found;
  }

  /** One end's balance and the capacity give the other end's. */
  #balances(
    [one, other]: PerEnd<Amount | undefined>,
    capacity: Amount | undefined,
  ): Pick<GraphChannel, 'capacity' | 'deposits'> {
    const held = one ?? other;
    if (capacity === undefined) return { deposits: [one, other] };
    if (held === undefined) return { capacity };
    const rest = capacity - held;
    if (rest >= 0n && (one ?? rest) + (other ?? rest) === capacity)
      return { deposits: [one ?? rest, other ?? rest] };
    this.#count('capacities that are not the sum of both balances, left aside');
    return { deposits: [one, other] };
  }

  #pair(within: string, value: unknown): PerEnd<Amount | undefined> {
    const pair = Array.isArray(value) && value.length === 2 ? (value as readonly unknown[]) : [];
    if (pair.length === 0) this.#failHere(within, `found ${shown(value)}, expected two amounts`);
    const [first, second] = pair.map((each, end) =>
      each === null ? undefined : this.#amount(`${within}[${end}]`, each),
    );
    return [first, second];
  }

  #amount(within: string, value: unknown, perUnit = 1n): Amount | undefined {
    const amount = parseAmount(withoutUnit(value));
    if (amount === undefined) {
      // A number with a point is read with fewer digits than may stand there.
      const written = typeof value === 'number' ? this.#text.numeralAt?.(this.#pathTo(within)) : undefined;
      return this.#failHere(
        within,
        `found ${written ?? shown(value)}, expected a whole number from 0 to 2^256-1`,
      );
    }
    if (amount % perUnit !== 0n) this.#count('amounts rounded down to whole units');
    return amount / perUnit;
  }

  #policies(edge: JsonObject, { policies, fields: known }: GraphKind): PerEnd<EndPolicy> {
    if (policies === undefined) return NO_POLICIES;
    const read = (end?: PolicyFields): EndPolicy => (end ? this.#policy(edge, end, known) : null);
    return [read(policies[0]), read(policies[1])];
  }

  #policy(edge: JsonObject, { at, ...fields }: PolicyFields, known: ReadonlySet<string>): EndPolicy {
    const policy = valueAt(edge, at);
    if (!isObject(policy)) return policy === null ? null : undefined;
    this.#hasPolicies = true;
    if (policy !== edge) countUnused(this.unused, policy, known, ' of policies');
    const [baseMsat, ppm] = [policy[fields.baseMsat], policy[fields.ppm]].map((fee) =>
      Number(withoutUnit(fee ?? Number.NaN)),
    ) as [number, number];
    // Tables hold words.
    const isDisabled =
      /^(true|1)$/i.test(String(policy.disabled)) || /^(false|0)$/i.test(String(policy.active));
    if (baseMsat >= 0 && ppm >= 0)
      return { baseMsat, ppm, ...(isDisabled ? { disabled: true } : {}), ...asideOf(policy) };
    this.#count('policies without a fee that can be read, left aside');
    return isDisabled ? null : undefined;
  }

  /** Adds a channel, or the other direction of one that stands already. */
  #add(channel: GraphChannel): void {
    const { id, between, deposits, policies } = channel;
    if (id === undefined) return void this.#channels.push(channel);
    const place = madeOnce(this.#places, id, () => this.#channels.length);
    const other = this.#channels[place];
    if (other === undefined || !other.between.every((end) => between.includes(end)))
      return void this.#channels.push(channel);
    const capacity = other.capacity ?? channel.capacity;
    if (capacity !== (channel.capacity ?? capacity))
      this.#count('channels listed with different capacities, of which the first is kept');
    const known = { ...other, ...(capacity === undefined ? {} : { capacity }) };
    this.#channels[place] = known;
    if (other.between[0] === between[0] || other.policies[1] !== null)
      return this.#count('channels listed again, left out');
    this.#channels[place] = {
      ...known,
      policies: [other.policies[0], policies[0]],
      ...(deposits === undefined ? {} : { deposits: [other.deposits?.[0], deposits[0]] as const }),
    };
  }
}
