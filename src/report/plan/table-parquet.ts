import type { FigureColumn, FigureTable } from './table.ts';

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
