import { spelled } from '../../model/network/address.ts';
import type { Place } from '../../errors.ts';
import { madeOnce } from '../../model/gather.ts';
import type { PerEnd } from '../../model/network/network.ts';
import type { Structure } from '../../ports/topology.ts';
import {
  asideOf,
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
import { EntryReader } from './entry-reader.ts';
import { type EndPolicy, isUsable } from './policy-fees.ts';
import { countField, countUnused, namesIn, OF_FILE } from './unused-fields.ts';

const EDGE_LISTS = ['edges', 'links', 'channels', 'sim_network'];
const KNOWN_BESIDE = 'nodes directed multigraph graph options attributes';

/** Reads the nodes and edges of a file, whatever its kinds of entries. Throws InputError with the places of fields. */
export function graphIn(root: unknown, text: GraphText): GraphFile {
  const reader = new GraphReader(text);
  const fields: JsonObject = isObject(root) ? root : {};
  const list = EDGE_LISTS.find((name) => fields[name] !== undefined) ?? 'edges';
  if (fields.nodes !== undefined) reader.readNodes(fields.nodes);
  if (Array.isArray(root) && root.length > 0) reader.readEdges('', root);
  else reader.readEdges(list, fields[list]);
  countUnused(reader.unused, fields, namesIn(KNOWN_BESIDE, list), OF_FILE);
  // networkx says it of the graph, graphology of its type.
  const { directed, options } = fields;
  return reader.finish(directed === false || (isObject(options) && options.type === 'undirected'));
}

/** Reads edges that stand on lines of a file. A line that `read` leaves as it is holds no edge and is a fault. */
export function graphOfLines(
  source: { readonly file: string; readonly lines: readonly string[]; readonly expected?: string },
  read: (line: string, index: number) => JsonObject | string | undefined,
): GraphFile {
  const { file, lines, expected } = source;
  const placeOf = (path: string): Place => {
    const [, index = '', field] = /^edges\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    return { file, line: Number(index) + 1, ...(field === '' ? {} : { path: field ?? path }) };
  };
  const reader = new GraphReader({ placeOf, expected });
  reader.readEdges('edges', lines, (line, index) => read(String(line), index));
  return reader.finish(false);
}

/** True for JSON that lists edges of a known kind. */
export function holdsGraph(root: unknown): boolean {
  const fields: JsonObject = isObject(root) ? root : {};
  const edges = Array.isArray(root) ? root : EDGE_LISTS.map((name) => fields[name]).find(Array.isArray);
  return edges?.some((edge: unknown) => isObject(edge) && kindOf(edge) !== undefined) ?? false;
}

const NO_POLICIES = [undefined, undefined] as const;

/** Turns entries into channels and notes what is wrong with them. */
class GraphReader extends EntryReader {
  readonly #nodes: Structure['nodes'][number][] = [];
  readonly #numbers = new Map<string, number>();
  readonly #channels: GraphChannel[] = [];
  // By identity, the place of a channel; the kinds of two files may use the same one.
  readonly #places = new Map<string, number>();
  readonly #tokens = new Set<string>();
  #kind: GraphKind | undefined;
  #areNodesListed = false;
  #hasPolicies = false;
  #hasIdentities = false;

  readNodes(nodes: unknown): void {
    this.#areNodesListed = true;
    this.readEach('nodes', nodes, (node) => this.#readNode(node));
  }

  /** Reads a list of edges, or of what `read` makes edges of; undefined is none. */
  readEdges(list: string, entries: unknown, read = (entry: unknown, _index: number) => entry): void {
    this.readEach(list, entries, (entry, index) => {
      const edge = read(entry, index);
      if (edge !== undefined) this.#readEdge(edge);
    });
    const tokens = [...new Set(Array.from(this.#tokens, spelled))];
    if (tokens.length > 1)
      this.fail(list, `found channels of the tokens ${tokens.join(', ')}, expected those of one token`);
  }

  finish(isUndirected: boolean): GraphFile {
    let channels: readonly GraphChannel[] = this.#channels;
    if (this.#kind?.policies !== undefined) {
      // A file without any policy says nothing of directions.
      if (!this.#hasPolicies) channels = channels.map((each) => ({ ...each, policies: NO_POLICIES }));
      const usable = channels.filter(({ policies }) => isUsable(policies));
      const unusable = channels.length - usable.length;
      this.count('channels left out, disabled or without a policy in both directions', unusable);
      const free = usable.flatMap(({ policies }) => policies).filter((policy) => policy === undefined).length;
      this.count('ends of channels without a policy in the file, kept and free of fees', free);
    }
    return {
      kind: this.#kind,
      nodes: this.#nodes,
      channels,
      isUndirected: isUndirected || this.#hasIdentities,
      notes: this.notes(),
    };
  }

  #readNode(node: unknown): void {
    if (!isObject(node)) return this.failHere('', `found ${shown(node)}, expected {"key": ...}`);
    const name = nodeKey(node.key ?? node.id ?? node.pub_key ?? node.pubKey);
    if (name === undefined) return this.failHere('.key', `found ${shown(node.key)}, expected a name`);
    if (this.#numbers.has(name) || this.#numbers.has(spelled(name)))
      return this.failHere('', `found ${shown(name)} again, expected each node once`);
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
      return this.failHere(
        '',
        `found ${shown(edge)}, expected ${this.text.expected ?? '{"source": ..., "target": ...}'}`,
      );
    const kind = kindOf(edge) ?? PLAIN_GRAPH;
    this.#kind ??= kind;
    const [one, other] = [this.#end(edge, kind, 0), this.#end(edge, kind, 1)];
    if (one === undefined || other === undefined) return;
    if (one === other) return this.count('channels of a node with itself, left out');
    const fields = isObject(edge.attributes) ? { ...edge, ...edge.attributes } : edge;
    countUnused(this.unused, fields, kind.fields);
    if (fields.state !== undefined && fields.state !== 'opened')
      return this.count('channels that are not open, left out');
    if (typeof fields.token === 'string') this.#tokens.add(fields.token);
    // Gephi writes a type, other programs whether an edge is undirected.
    const { undirected: way = '' } = edge;
    const isUndirected = /^(?:true|1|undirected)$/i.test(String(way));
    if (!isUndirected && !/^(?:|false|0|directed)$/i.test(String(way))) countField(this.unused, 'type');
    if (edge.forward_only === true) this.count('channels that only pass payments on, kept as any other');
    const money = this.money(fields === edge ? '.' : '.attributes.', fields, kind);
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
      ...(isUndirected ? { isUndirected: true } : {}),
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
      return this.failHere(
        `.${end.join('.')}`,
        `found ${shown(value)}, expected the key of one of the nodes`,
      );
    if (this.#areNodesListed) this.count('nodes that only edges name, added');
    return this.#addNode(key, end.length === 1 ? [] : [valueAt(edge, [...end.slice(0, -1), 'alias'])]);
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
    this.count('policies without a fee that can be read, left aside');
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
      this.count('channels listed with different capacities, of which the first is kept');
    const known = { ...other, ...(capacity === undefined ? {} : { capacity }) };
    this.#channels[place] = known;
    if (other.between[0] === between[0] || other.policies[1] !== null)
      return this.count('channels listed again, left out');
    this.#channels[place] = {
      ...known,
      policies: [other.policies[0], policies[0]],
      ...(deposits === undefined ? {} : { deposits: [other.deposits?.[0], deposits[0]] as const }),
    };
  }
}
