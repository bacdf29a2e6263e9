import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { counted } from '../../report/words/number-format.ts';
import { jsonPlace } from '../../topology/formats/json-fault.ts';
import type { Amount } from '../../model/network/amount.ts';
import { type GraphChannel, type GraphFile, isObject, shown } from '../../topology/formats/graph-kinds.ts';
import type { EndPolicy } from '../../topology/formats/policy-fees.ts';
import type { GraphSource } from '../../topology/formats/read-graph.ts';
import { countUnused, namesIn, unusedNotes } from '../../topology/formats/unused-fields.ts';

/** A kind of file that nodes export. */
export interface ExportFormat {
  readonly kind: string;
  /** Whether a JSON value is such a file. */
  readonly holds: (root: object) => boolean;
  /** Throws InputError. */
  readonly read: (file: ExportFile, root: object) => NodeExport;
}

/** A file with its text. */
export interface ExportFile {
  readonly file: string;
  readonly text: string;
}

/** Declares one; `idle` are fields that say nothing of a network, absent where a file is read for its key only. */
export function exportFormat<Fields>({
  schema,
  idle,
  read,
  ...format
}: Pick<ExportFormat, 'kind' | 'holds'> & {
  readonly schema: z.ZodType<Fields>;
  readonly idle?: string;
  readonly read: (fields: Fields) => Omit<NodeExport, 'kind'>;
}): ExportFormat {
  return {
    ...format,
    read(source, root) {
      const names = new Set(namesOf(schema));
      const known = namesIn(idle ?? '', ...names);
      const unused = new Map<string, number>();
      const fields = given(root, names, (entry) => idle && countUnused(unused, entry, known));
      const checked = schema.safeParse(fields, { error: refusal });
      if (checked.success) {
        const content = read(checked.data);
        return { kind: format.kind, ...content, notes: [...(content.notes ?? []), ...unusedNotes(unused)] };
      }
      throw new InputError(
        checked.error.issues.slice(0, MOST_FAULTS).map(({ path, message }) => {
          return { place: jsonPlace({ ...source, path: z.core.toDotPath(path) }), message };
        }),
      );
    },
  };
}

/** The names of fields that a schema reads. */
function namesOf(schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return namesOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return namesOf(schema.element);
  const fields = schema instanceof z.ZodObject ? Object.entries<z.core.$ZodType>(schema.shape) : [];
  return fields.flatMap(([name, field]) => [name, ...namesOf(field)]);
}

/** The fields of these names, without null, which some programs write where nodes leave a field out. */
function given(value: unknown, names: ReadonlySet<string>, onEntry: (entry: object) => void): unknown {
  if (Array.isArray(value)) return value.map((each) => given(each, names, onEntry));
  if (!isObject(value)) return value;
  onEntry(value);
  const fields = Object.entries(value).filter(([name, field]) => field !== null && names.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, given(field, names, onEntry)]));
}

// Each is looked for in the whole text.
const MOST_FAULTS = 10;

const TYPES = { string: 'a text', array: 'a list', object: 'an object', boolean: 'true or false' };

/** The words for a value of another type; fields that read a value themselves have their own. */
function refusal({ input, ...issue }: z.core.$ZodRawIssue): string {
  const type = issue.code === 'invalid_type' && TYPES[issue.expected as keyof typeof TYPES];
  const expected = issue.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : type;
  return `found ${shown(input)}, expected ${expected || 'a number'}`;
}

/** True for a mapping with a list under that name, or without one a list, of which an entry has the other name. */
export function listHolding(list: string, key?: string): (root: object) => boolean {
  return (root) => {
    const entries = list === '' ? root : (root as Readonly<Record<string, unknown>>)[list];
    const has = (entry: unknown): boolean => key !== undefined && isObject(entry) && key in entry;
    return Array.isArray(entries) && (key === undefined || entries.some(has));
  };
}

/** The content of one exported file of a node; each kind of file says a part of it. */
export interface NodeExport {
  /** The command or address that makes such files. */
  readonly kind: string;
  readonly token?: TokenKind;
  /** The key of the node itself: a public key or an address. */
  readonly ownKey?: string;
  readonly channels?: readonly ExportedChannel[];
  readonly payments?: readonly ExportedPayment[];
  /** Policies of the node's own channel ends, with what tells these apart, where they have names. */
  readonly policies?: readonly (readonly [end: string | undefined, policy: EndPolicy])[];
  readonly graph?: ExportedGraph;
  readonly aliases?: readonly (readonly [key: string, alias: string])[];
  /** What else is left out or may be missing, with counts, in sentences. */
  readonly notes?: readonly string[];
}

/** A sentence on payments that are left out; empty: it is none. */
export function leftOut(count: number, why: string): readonly string[] {
  return count === 0 ? [] : [`left out: ${counted(count, 'payment')} ${why}`];
}

/** A sentence with a count; empty: it is none. */
export function told(what: string, count: number): readonly string[] {
  return count === 0 ? [] : [`${what}: ${count}`];
}

/** The same of amounts in millisatoshi of which satoshi are kept. */
export function rounded(what: string, msats: readonly Amount[]): readonly string[] {
  return told(`${what} rounded down to whole satoshi`, msats.filter((msat) => msat % 1000n !== 0n).length);
}

/** The note on channels that are left out. */
export const NOT_OPEN = 'channels that are not open, left out';

/** The same of channels that are open but cannot be used, or not wholly; Raiden's, and so the model's, have no reserve. */
export function inUse({
  offline,
  busy,
  reserved,
}: Readonly<Record<'offline' | 'busy' | 'reserved', number>>): readonly string[] {
  return [
    ...told('channels whose partner is offline, kept', offline),
    ...told('channels with payments in flight, whose amounts are as the node lists them', busy),
    ...told('channels whose reserve the node may not spend, though it can in the scenario', reserved),
  ];
}

/** Lightning counts satoshi; a Raiden token is an address of which the file does not tell the name. */
export type TokenKind = 'SAT' | 'TOK';

/** A channel of the node. */
export interface ExportedChannel {
  /** Names that no other channel with the partner has; none where the node has not told any yet. */
  readonly ids: readonly string[];
  /** Further names, under which payments may be listed. */
  readonly aliases?: readonly string[];
  readonly partner: string;
  readonly own: Amount;
  /** Absent: the partner's end is not known. */
  readonly others?: Amount;
  /** True: the partner's end holds at least so much. */
  readonly isLeast?: boolean;
  /** The token's address, where a node may have several. */
  readonly token?: string;
}

/** One end of a payment: this node, the channel it came or went through, or a node by its key or name. */
export type Party =
  | { readonly kind: 'self' }
  | { readonly kind: 'channel'; readonly id: string }
  | { readonly kind: 'node'; readonly key: string };

/** A payment that the node made, got or passed on, or tried to. */
export interface ExportedPayment {
  /** Absent: not known. */
  readonly unixMs: number | undefined;
  readonly from: Party;
  readonly to: Party;
  readonly amount: Amount;
  /** Absent: not known. */
  readonly succeeded: boolean | undefined;
  /** The node's earnings from passing it on; absent: not known. */
  readonly feeMsat?: number | undefined;
  readonly token?: string;
}

/** Channels of many nodes: all that a node has heard of, or those of a simulation. */
export interface ExportedGraph extends GraphFile {
  readonly source: GraphSource;
}

/** A channel of others, between two keys. */
export type ForeignChannel = Omit<GraphChannel, 'between' | 'deposits'> & {
  readonly between: readonly [string, string];
};
