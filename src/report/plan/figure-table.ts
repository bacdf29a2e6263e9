/** A table of a plan's figures, by columns of one length. */
export interface FigureTable {
  readonly columns: readonly FigureColumn[];
}

/** One column; `says` is what it holds, with its unit. */
export type FigureColumn = { readonly name: string; readonly says: string } & (
  | { readonly kind: 'count'; readonly values: readonly number[] }
  /** Absent where a replication has no such figure. */
  | { readonly kind: 'number'; readonly values: readonly (number | undefined)[] }
  /** Names, and amounts in decimal: no number of a table reader holds 2^256 - 1. */
  | { readonly kind: 'text'; readonly values: readonly string[] }
);

/** A table as RFC 4180 has it; a figure that is absent is an empty cell. */
export function tableCsv({ columns }: FigureTable): string {
  const texts = columns.map(({ values }: FigureColumn) => values.map((value) => value?.toString() ?? ''));
  const rows = (texts[0] ?? []).map((_, row) => texts.map((column) => column[row] as string));
  const header = columns.map(({ name }) => name);
  return [header, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const TYPES = { count: 'INT32', number: 'DOUBLE', text: 'STRING' } as const;

/**
 * A table as Apache Parquet: counts are INT32, figures DOUBLE (null where absent), all else text. What each column
 * holds stands in the file's metadata, under its name.
 */
export async function tableParquet({ columns }: FigureTable): Promise<Uint8Array> {
  // Most plans are not asked for it, and it takes as long to load as a small plan.
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const bytes = parquetWriteBuffer({
    columnData: columns.map(({ name, kind, values }: FigureColumn) => ({
      name,
      type: TYPES[kind],
      data: values.map((value) => value ?? null),
      nullable: kind === 'number',
    })),
    kvMetadata: columns.map(({ name, says }) => ({ key: name, value: says })),
    createdBy: 'millrace',
  });
  return new Uint8Array(bytes);
}
