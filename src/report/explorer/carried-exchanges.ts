import type { JudgedOperation } from '../../model/run/finding.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Exchange, StoredRun } from '../../model/run/run.ts';

/** The characters of a body that a page carries: a payment is answered in 300; longer are pages of errors, and long lists. */
export const BODY_CHARACTERS = 2_000;

// Identifiers and secrets hardly pack: these are some two megabytes in the page.
const MOST_CHARACTERS = 8_000_000;

/** The exchange of an operation where the page has room for it: those of failures and differences come first. */
export function carriedExchanges(
  { exchanges = [] }: Pick<StoredRun, 'exchanges'>,
  records: readonly OperationRecord[],
  judged: ReadonlyMap<number, JudgedOperation>,
): ReadonlyMap<number, Exchange | 'elsewhere'> {
  const told = new Map(exchanges.map((each) => [each.operation, each]));
  const isNotable = ({ operation: { id }, outcome }: OperationRecord): boolean =>
    outcome.kind !== 'succeeded' || (judged.get(id)?.verdict ?? 'agrees') !== 'agrees';
  const carried = new Map<number, Exchange | 'elsewhere'>();
  let left = MOST_CHARACTERS;
  for (const { operation } of [...records].sort((one, other) => +isNotable(other) - +isNotable(one))) {
    const exchange = told.get(operation.id);
    if (exchange === undefined) continue;
    const { url, requestBody = '', responseBody = '' } = exchange;
    left -= url.length + carriedCharacters(requestBody) + carriedCharacters(responseBody);
    carried.set(operation.id, left < 0 ? 'elsewhere' : exchange);
  }
  return carried;
}

function carriedCharacters(body: string): number {
  return Math.min(body.length, BODY_CHARACTERS);
}
