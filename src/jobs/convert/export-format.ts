import type { z } from 'zod';
import { InputError } from '../../errors.ts';
import { jsonPlace } from '../../topology/formats/json-fault.ts';
import type { NodeExport } from './node-export.ts';

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

/** Declares one. */
export function exportFormat<Fields>({
  kind,
  holds,
  schema,
  read,
}: {
  readonly kind: string;
  readonly holds: (root: object) => boolean;
  readonly schema: z.ZodType<Fields>;
  readonly read: (fields: Fields) => Omit<NodeExport, 'kind'>;
}): ExportFormat {
  return {
    kind,
    holds,
    read(source, root) {
      const checked = schema.safeParse(root);
      if (checked.success) return { kind, ...read(checked.data) };
      throw new InputError(checked.error.issues.slice(0, MOST_FAULTS).map((issue) => faultOf(source, issue)));
    },
  };
}

// Each is looked for in the whole text.
const MOST_FAULTS = 10;

function faultOf(source: ExportFile, { path, message }: z.core.$ZodIssue) {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return { place: jsonPlace({ ...source, path: steps.join('').replace(/^\./, '') }), message };
}

/** True for a mapping that has a list under that name, whose first entry has the other name. */
export function listHolding(list: string, key?: string): (root: object) => boolean {
  return (root) => {
    const entries = (root as Readonly<Record<string, unknown>>)[list];
    if (!Array.isArray(entries)) return false;
    const first: unknown = entries[0];
    return key === undefined || (typeof first === 'object' && first !== null && key in first);
  };
}
