import { InputError } from '../../errors.ts';
import { readTrace } from '../../scenario/trace/read-trace.ts';
import { CLN_EXPORTS } from './cln-exports.ts';
import { parsedJson } from '../../topology/formats/json-fault.ts';
import type { ExportFile, ExportFormat, NodeExport, Party } from './export-format.ts';
import { LND_EXPORTS } from './lnd-exports.ts';
import { RAIDEN_EXPORTS } from './raiden-exports.ts';

const FORMATS: readonly ExportFormat[] = [...LND_EXPORTS, ...CLN_EXPORTS, ...RAIDEN_EXPORTS];

/** All kinds of files that are recognised by what they hold. */
export const EXPORT_KINDS: readonly string[] = [...FORMATS.map(({ kind }) => kind), 'CSV of payments'];

/** Reads a file that a node has exported. Throws InputError. */
export function readExport(source: ExportFile): NodeExport {
  const text = source.text.replace(/^\uFEFF/, '');
  if (text.trim() === '')
    throw new InputError({
      place: { file: source.file },
      message: 'found nothing in it, expected what a node has exported',
      hint: `Known are ${EXPORT_KINDS.join(', ')}.`,
    });
  if (!/^\s*[[{]/.test(text)) return recordOf({ ...source, text });
  const root = parsedJson({ ...source, text });
  // A list without entries says nothing, whatever it is a list of.
  if (Array.isArray(root) && root.length === 0) return { kind: 'an empty list' };
  const format = FORMATS.find(({ holds }) => holds(root as object));
  if (format === undefined)
    throw new InputError({
      place: { file: source.file },
      message: `is none of the exports that are known`,
      hint: `Known are ${EXPORT_KINDS.join(', ')}.`,
    });
  return format.read({ ...source, text }, root as object);
}

/** Payments that somebody wrote down: `at`, `from`, `to`, `amount`, and `outcome` where it is known. */
function recordOf({ file, text }: ExportFile): NodeExport {
  const lines = text.split('\n');
  const trace = readTrace({
    file,
    format: 'csv',
    names: { tokens: [''] },
    lines: (onLine) => lines.forEach((line, index) => onLine(line, index + 1)),
  });
  const party = (key: string): Party => ({ kind: 'node', key });
  return {
    kind: 'CSV of payments',
    payments: trace.all().map(({ atMs, node, target, amount, outcome }) => ({
      unixMs: atMs,
      from: party(node),
      to: party(target),
      amount,
      succeeded: outcome !== 'failed',
    })),
  };
}
