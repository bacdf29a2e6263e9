import { writeJson } from '../../runtime/read-json.ts';
import { type Amount, parseAmount } from '../../model/network/amount.ts';
import { InputError, type InputFault, type Place } from '../../errors.ts';
import type { Structure } from '../../ports/topology.ts';
import { jsonNumeral, jsonPlace, parsedJson } from './json-fault.ts';
import { mergeChannels, type StructureChannel } from '../merge-channels.ts';
import type { FeeSchedule } from '../../model/network/fees.ts';
import { isDead, leftAside, policyFees } from './policy-fees.ts';

const MAX_FAULTS = 10;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads graphology's JSON: what `millrace generate` writes, where the balances become the deposits and channels that
 * are not open are left out; or any graphology export, with a `capacity` per edge, and an `alias` or `label` per node.
 * Node-link JSON, as d3 and networkx write it (`links` or `edges`), and the `describegraph` of lnd say the same under
 * other names; the policies of the latter become the fees of nodes. A balance that is `null` is not known.
 * Throws InputError with the place of a syntax error or the path of a field.
 */
export function readGraphologyJson({
  file,
  text,
}: {
  readonly file: string;
  readonly text: string;
}): Structure {
  return structureIn(parsedJson({ file, text }), {
    placeOf: (path) => jsonPlace({ file, text, path }),
    numeralAt: (path) => jsonNumeral({ text, path }),
  });
}

/** The text that a structure was read from. */
interface StructureText {
  /** Where a field stands. */
  readonly placeOf: (path: string) => Place;
  /** A number as it is written; absent: as it was read. */
  readonly numeralAt?: (path: string) => string | undefined;
}

/** Reads what graphology's JSON holds, wherever it came from. */
export function structureIn(root: unknown, text: StructureText): Structure {
  const faults: InputFault[] = [];
  const reader = new FieldReader(text, faults);
  const { nodes, ...others }: JsonObject = isObject(root) ? root : {};
  const listed = others.edges === undefined && others.links !== undefined ? 'links' : 'edges';
  const edges = others[listed];
  const structureNodes = reader
    .list('nodes', nodes)
    .flatMap((node, index) => reader.node(`nodes[${index}]`, node));
  const numbers = new Map(structureNodes.map(({ name }, number) => [name, number]));
  if (numbers.size < structureNodes.length)
    reader.fail('nodes', 'found a key twice, expected each node once');
  const channels = reader
    .list(listed, edges)
    .flatMap((edge, index) =>
      faults.length < MAX_FAULTS ? reader.edge(`${listed}[${index}]`, edge, numbers) : [],
    );
  if (reader.tokens.size > 1)
    reader.fail(
      listed,
      `found channels of the tokens ${[...reader.tokens].join(', ')}, expected those of one token`,
    );
  if (faults.length > 0) throw new InputError(faults);
  const listedEdges: readonly unknown[] = Array.isArray(edges) ? edges : [];
  const fees = policyFees(listedEdges);
  const merged = mergeChannels(channels, {
    nodeCount: structureNodes.length,
    isUndirected: isUndirected(others),
  });
  return {
    nodes: fees.size === 0 ? structureNodes : structureNodes.map((node) => withFees(node, fees)),
    channels: merged.channels,
    notes: [...leftAside(listedEdges), ...merged.notes],
  };
}

// networkx says it of the graph, graphology of its type; an edge of lnd is a channel.
function isUndirected({ directed, options, edges }: JsonObject): boolean {
  if (directed === false || (isObject(options) && options.type === 'undirected')) return true;
  return Array.isArray(edges) && edges.some((edge) => isObject(edge) && edge.node1_pub !== undefined);
}

type StructureNode = Structure['nodes'][number];

function withFees(node: StructureNode, fees: ReadonlyMap<string, FeeSchedule>): StructureNode {
  const charged = fees.get(node.name);
  return charged === undefined ? node : { ...node, fees: charged };
}

/** Turns unknown fields into ours and notes what is wrong with them. */
class FieldReader {
  readonly tokens = new Set<string>();
  readonly #text: StructureText;
  readonly #faults: InputFault[];

  constructor(text: StructureText, faults: InputFault[]) {
    this.#text = text;
    this.#faults = faults;
  }

  fail(path: string, message: string): [] {
    // Each is looked for in the whole text; more are not shown.
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ place: this.#text.placeOf(path), message });
    return [];
  }

  list(path: string, value: unknown): readonly unknown[] {
    return Array.isArray(value) ? value : this.fail(path, `found ${shown(value)}, expected a list`);
  }

  node(path: string, node: unknown): Structure['nodes'][number][] {
    if (!isObject(node)) return this.fail(path, `found ${shown(node)}, expected {"key": ...}`);
    const name = nodeKey(node.key ?? node.id ?? node.pub_key);
    if (name === undefined) return this.fail(`${path}.key`, `found ${shown(node.key)}, expected a name`);
    const { alias, label }: JsonObject = isObject(node.attributes) ? node.attributes : node;
    const shownName = [alias, label].find((text) => typeof text === 'string' && text !== '');
    return [typeof shownName === 'string' ? { name, alias: shownName } : { name }];
  }

  edge(path: string, edge: unknown, numbers: ReadonlyMap<string, number>): StructureChannel[] {
    if (!isObject(edge))
      return this.fail(path, `found ${shown(edge)}, expected {"source": ..., "target": ...}`);
    const one = this.#end(`${path}.source`, edge.source ?? edge.node1_pub, numbers);
    const other = this.#end(`${path}.target`, edge.target ?? edge.node2_pub, numbers);
    if (one === undefined || other === undefined) return [];
    if (one === other)
      return this.fail(
        path,
        `found a channel of ${nodeKey(edge.source ?? edge.node1_pub)} with itself, expected two different nodes`,
      );
    const [attributes, place] = isObject(edge.attributes)
      ? [edge.attributes, `${path}.attributes`]
      : [edge, path];
    if (attributes.state !== undefined && attributes.state !== 'opened') return [];
    if (isDead(edge)) return [];
    if (typeof attributes.token === 'string') this.tokens.add(attributes.token);
    const between = [one, other] as const;
    if (attributes.balance !== undefined) {
      const deposits = this.#pair(`${place}.balance`, attributes.balance);
      return deposits ? [{ between, deposits }] : [];
    }
    if (attributes.capacity === undefined) return [{ between }];
    const capacity = this.#amount(`${place}.capacity`, attributes.capacity);
    if (capacity === undefined) return [];
    // Nodes that do not look at the chain write 0.
    return [capacity === 0n ? { between } : { between, capacity }];
  }

  #end(path: string, value: unknown, numbers: ReadonlyMap<string, number>): number | undefined {
    const number = numbers.get(nodeKey(value) ?? '');
    if (number !== undefined) return number;
    this.fail(path, `found ${shown(value)}, expected the key of one of the nodes`);
    return undefined;
  }

  #pair(path: string, value: unknown): readonly [Amount | undefined, Amount | undefined] | undefined {
    if (!Array.isArray(value) || value.length !== 2) {
      this.fail(path, `found ${shown(value)}, expected two amounts`);
      return undefined;
    }
    const [first, second] = value.map((each: unknown, end) =>
      each === null ? undefined : this.#amount(`${path}[${end}]`, each),
    );
    return [first, second];
  }

  #amount(path: string, value: unknown): Amount | undefined {
    const amount = parseAmount(value);
    if (amount !== undefined) return amount;
    // A number with a point is read with fewer digits than may stand there.
    const written = typeof value === 'number' ? this.#text.numeralAt?.(path) : undefined;
    this.fail(path, `found ${written ?? shown(value)}, expected a whole number from 0 to 2^256-1`);
    return undefined;
  }
}

// graphology takes numbers as keys and turns them into texts.
function nodeKey(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = writeJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
