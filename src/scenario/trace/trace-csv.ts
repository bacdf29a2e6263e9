import { parseAmount } from '../../model/network/amount.ts';
import { parseIdentifier } from '../../model/run/operation.ts';
import {
  type PaymentTrace,
  PaymentTraceBuilder,
  type RecordedOutcome,
} from '../../model/scenario/payment-trace.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { suggestion } from '../text/suggestion.ts';
import { csvCells, csvColumn, csvDelimiter, csvValue } from '../../model/csv-cells.ts';
import { OUTCOME_WORDS, parseMoment, parseOutcome } from './trace-cells.ts';
import { type LinePlace, quoted, type TraceFaults, type TraceNames } from './trace-faults.ts';

/** How a CSV of another tool differs from ours. */
export interface CsvDialect {
  /** Its names of columns, by ours; absent: they have ours. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** The outcome of a payment that succeeded; every other one is of one that failed. Absent: the words are ours. */
  readonly succeeded?: string;
}

/** Reads a trace from CSV, line by line: a header, then a payment a line. Faults are collected. */
export class TraceCsvReader {
  readonly #names: TraceNames;
  readonly #faults: TraceFaults;
  readonly #builder = new PaymentTraceBuilder();
  readonly #dialect: CsvDialect;
  #columns: TraceColumns | undefined;
  #delimiter = ',';

  constructor(names: TraceNames, faults: TraceFaults, dialect: CsvDialect = {}) {
    this.#names = names;
    this.#faults = faults;
    this.#dialect = dialect;
  }

  get length(): number {
    return this.#builder.length;
  }

  read(text: string, line: number): void {
    const row = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (this.#columns === undefined) this.#delimiter = csvDelimiter(row);
    const cells = csvCells(row, this.#delimiter);
    if (this.#columns !== undefined) {
      if (text.trim() !== '') this.#readPayment({ cells, line }, this.#columns);
      return;
    }
    const isOneToken = this.#names.tokens.length === 1;
    this.#columns = traceColumns({
      cells,
      line,
      isOneToken,
      faults: this.#faults,
      meanings: this.#dialect.columns ?? {},
    });
    // Without its columns no line can be read.
    if (this.#columns === undefined) this.#faults.throwIfAny();
  }

  finish(): PaymentTrace {
    if (this.#columns === undefined)
      this.#faults.add({ line: 1 }, 'found nothing, expected a header such as at,from,to,amount');
    const trace = this.#builder.finish();
    if (this.#columns?.identifier !== undefined) this.#checkIdentifiers(trace, this.#columns.identifier);
    return trace;
  }

  #readPayment(row: Row, columns: TraceColumns): void {
    if (row.cells.length !== columns.count) {
      const message = `found ${row.cells.length} cells, expected ${columns.count} as in the header`;
      this.#faults.add({ line: row.line }, message);
      return;
    }
    const { msPerUnit } = columns;
    const units = this.#cell(
      row,
      columns.at,
      parseMoment(msPerUnit),
      msPerUnit === 1 ? MILLISECONDS : SECONDS,
    );
    const node = this.#node(row, columns.from);
    const target = this.#node(row, columns.to);
    const amount = this.#cell(row, columns.amount, parseAmount, 'an amount: an integer from 0 to 2^256-1');
    const token = this.#token(row, columns.token);
    const identifier =
      columns.identifier === undefined
        ? undefined
        : this.#cell(row, columns.identifier, parseIdentifier, 'an identifier: an integer from 1 to 2^64-1');
    const outcome =
      columns.outcome === undefined
        ? undefined
        : this.#cell(row, columns.outcome, this.#outcome, OUTCOME_WORDS);
    const isWhole =
      (columns.identifier === undefined || identifier !== undefined) &&
      (columns.outcome === undefined || outcome !== undefined);
    if (node !== undefined && node === target) {
      const message = `found ${node} paying itself, expected two different nodes`;
      this.#faults.add(placeOf(row, columns.to), message);
      return;
    }
    if (units === undefined || node === undefined || target === undefined) return;
    if (amount === undefined || token === undefined || !isWhole) return;
    const sequence = row.line;
    const payment = { atMs: units * msPerUnit, node, target, token, amount, sequence };
    this.#builder.add({ ...payment, ...withoutUndefined({ identifier, outcome }) });
  }

  // A field, because it is handed on.
  readonly #outcome = (text: string): RecordedOutcome | undefined => {
    const { succeeded } = this.#dialect;
    return succeeded === undefined ? parseOutcome(text) : text === succeeded ? 'succeeded' : 'failed';
  };

  #cell<T>(row: Row, column: number, read: (text: string) => T | undefined, expected: string): T | undefined {
    const text = valueOf(row, column);
    const value = read(text);
    if (value === undefined)
      this.#faults.add(placeOf(row, column), `found ${quoted(text)}, expected ${expected}`);
    return value;
  }

  #node(row: Row, column: number): string | undefined {
    const name = valueOf(row, column);
    return this.#faults.knowsNode(name, placeOf(row, column)) ? name : undefined;
  }

  #token(row: Row, column: number | undefined): string | undefined {
    if (column === undefined) return this.#names.tokens[0];
    const name = valueOf(row, column);
    return this.#faults.knowsToken(name, placeOf(row, column)) ? name : undefined;
  }

  // Identifiers name payments afterwards. They are sorted, because a set of ten million would not fit.
  #checkIdentifiers(trace: PaymentTrace, column: number): void {
    const all = BigUint64Array.from(
      { length: trace.length },
      (_, index) => trace.payment(index).identifier ?? 0n,
    );
    const repeated = new Set(
      all.sort().filter((identifier, index, sorted) => identifier === sorted[index - 1]),
    );
    if (repeated.size === 0) return;
    const first = new Map<bigint, number>();
    for (let index = 0; index < trace.length; index += 1) {
      const { identifier, sequence: line } = trace.payment(index);
      if (identifier === undefined || !repeated.has(identifier)) continue;
      const before = first.get(identifier);
      if (before === undefined) first.set(identifier, line);
      else
        this.#faults.add(
          { line, path: `cell ${column + 1}` },
          `found the identifier ${identifier} of line ${before} again, expected one of its own for each payment`,
        );
    }
  }
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

function valueOf({ cells }: Row, column: number): string {
  return csvValue(cells[column] ?? '');
}

function placeOf({ cells, line }: Row, column: number): LinePlace {
  return { line, column: csvColumn(cells, column) };
}

const SECONDS = 'seconds such as 12.5, or a date such as 2026-11-21T01:54:46Z';
const MILLISECONDS = 'milliseconds such as 12500';

/** Which cell of a line holds what. */
interface TraceColumns {
  readonly at: number;
  readonly msPerUnit: number;
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  /** Absent: the scenario has one token only. */
  readonly token: number | undefined;
  readonly identifier: number | undefined;
  readonly outcome: number | undefined;
  /** How many there are, known or not. */
  readonly count: number;
}

const MS_PER_UNIT: Readonly<Record<string, number>> = { at: 1000, at_ms: 1 };
const REQUIRED = ['from', 'to', 'amount'] as const;
const KNOWN = [...Object.keys(MS_PER_UNIT), ...REQUIRED, 'token', 'identifier', 'outcome'];

/**
 * Reads the header of a trace; undefined when it cannot be used, with the faults added. Other columns are left
 * alone.
 */
function traceColumns(header: {
  readonly cells: readonly string[];
  readonly line: number;
  readonly isOneToken: boolean;
  readonly faults: TraceFaults;
  readonly meanings: Readonly<Record<string, string>>;
}): TraceColumns | undefined {
  const meaningOf = new Map(Object.entries(header.meanings).map(([meaning, name]) => [name, meaning]));
  const written = header.cells.map(csvValue);
  const absent = Object.values(header.meanings).filter((name) => !written.includes(name));
  // A column whose name another one has as its meaning means nothing any more.
  const names = written.map((name) => meaningOf.get(name) ?? (name in header.meanings ? '' : name));
  for (const name of absent)
    header.faults.add({ line: header.line }, `found no column ${quoted(name)}, which \`columns\` names`);
  const faults = headerFaults(names, header.isOneToken);
  for (const { index, message, hint } of faults)
    header.faults.add({ line: header.line, column: csvColumn(header.cells, index) }, message, hint);
  const moment = momentsOf(names)[0];
  if (faults.length > 0 || moment === undefined) return undefined;
  const optional = (name: string): number | undefined =>
    names.includes(name) ? names.indexOf(name) : undefined;
  return {
    at: names.indexOf(moment),
    msPerUnit: MS_PER_UNIT[moment] as number,
    from: names.indexOf('from'),
    to: names.indexOf('to'),
    amount: names.indexOf('amount'),
    token: optional('token'),
    identifier: optional('identifier'),
    outcome: optional('outcome'),
    count: names.length,
  };
}

interface HeaderFault {
  readonly index: number;
  readonly message: string;
  readonly hint?: string | undefined;
}

function headerFaults(names: readonly string[], isOneToken: boolean): readonly HeaderFault[] {
  const faults: HeaderFault[] = [];
  const moments = momentsOf(names);
  const absent = KNOWN.filter(
    (name) => !names.includes(name) && !(moments.length > 0 && Object.hasOwn(MS_PER_UNIT, name)),
  );
  // One slip is told once: what a misspelt column was meant to be is not missing as well.
  const meant = new Set<string>();
  names.forEach((name, index) => {
    if (KNOWN.includes(name)) {
      if (names.indexOf(name) !== index)
        faults.push({ index, message: `found the column \`${name}\` twice, expected it once` });
      return;
    }
    const hint = suggestion(name, absent);
    if (hint === undefined) return;
    for (const column of absent) if (suggestion(name, [column]) !== undefined) meant.add(column);
    faults.push({ index, message: `found the column ${JSON.stringify(name)}, which means nothing`, hint });
  });
  if (moments.length > 1)
    faults.push({
      index: names.indexOf('at_ms'),
      message: 'found both `at` and `at_ms`, expected one of them',
    });
  const required = [...(moments.length === 0 ? ['at'] : []), ...REQUIRED, ...(isOneToken ? [] : ['token'])];
  const missing = required.filter((name) => absent.includes(name) && !meant.has(name));
  if (missing.length > 0) faults.push(missingFault(names, missing));
  return faults;
}

function missingFault(names: readonly string[], missing: readonly string[]): HeaderFault {
  const expected = missing.map((name) => `\`${name}\``).join(', ');
  return {
    index: 0,
    message: `found the header ${JSON.stringify(names.join(','))}, expected ${expected} in it`,
    hint: 'the first line names the columns: at (seconds) or at_ms, from, to, amount, and if need be token, identifier, outcome',
  };
}

function momentsOf(names: readonly string[]): readonly string[] {
  return Object.keys(MS_PER_UNIT).filter((name) => names.includes(name));
}
