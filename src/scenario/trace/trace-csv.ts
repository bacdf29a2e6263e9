import { parseNumeral } from '../../model/network/amount.ts';
import { parseIdentifier } from '../../model/run/operation.ts';
import {
  type PaymentTrace,
  PaymentTraceBuilder,
  RECORDED_OUTCOMES,
  type RecordedOutcome,
} from '../../model/scenario/payment-trace.ts';
import { momentOf } from '../../runtime/calendar.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { suggestion } from '../text/suggestion.ts';
import {
  csvCells,
  csvColumn,
  csvDelimiter,
  csvValue,
  rowFault,
  SEPARATOR_LINE,
} from '../../model/csv-cells.ts';
import { type LinePlace, quoted, type TraceFaults, type TraceNames } from './trace-faults.ts';

/** How a CSV of another tool differs from ours. */
export interface CsvDialect {
  /** Its names of columns, by ours; absent: they have ours. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** Called for each date without a time zone, which is taken as UTC. */
  readonly onZoneless?: () => void;
  /** The outcome of a payment that succeeded; every other one is of one that failed. Absent: the words are ours. */
  readonly succeeded?: string;
}

/** Reads a trace from CSV, line by line: a header, then a payment a line. Faults are collected. */
export class TraceCsvReader {
  readonly #names: TraceNames;
  readonly #faults: TraceFaults;
  readonly #builder = new PaymentTraceBuilder();
  readonly #dialect: CsvDialect;
  #header: readonly string[] | undefined;
  #columns: ReadonlyMap<string, number> = new Map();
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
    if (this.#header === undefined && SEPARATOR_LINE.test(text)) return;
    if (this.#header === undefined) return this.#readHeader(text.replace(/^\uFEFF/, ''), line);
    if (text.trim() === '') return;
    this.#readPayment({ cells: csvCells(text, this.#delimiter), line }, this.#header.length);
  }

  finish(): PaymentTrace {
    if (this.#header === undefined)
      this.#faults.add({ line: 1 }, 'found nothing, expected a header such as at,from,to,amount');
    const trace = this.#builder.finish();
    const identifiers = this.#columns.get('identifier');
    if (identifiers !== undefined) this.#checkIdentifiers(trace, identifiers);
    return trace;
  }

  // Finds the columns by their names; other ones are left alone. Throws where no line can be read with them.
  #readHeader(text: string, line: number): void {
    this.#delimiter = csvDelimiter(text);
    const cells = csvCells(text, this.#delimiter);
    const { columns = {} } = this.#dialect;
    const meaningOf = new Map(Object.entries(columns).map(([meaning, name]) => [name, meaning]));
    const written = cells.map(csvValue);
    // A column whose name another one has as its meaning means nothing any more.
    const taken = [...written, ...Object.keys(columns)];
    const names = written.map((name) => meaningOf.get(name) ?? (name in columns ? '' : asKnown(name, taken)));
    for (const name of Object.values(columns))
      if (!written.includes(name))
        this.#faults.add({ line }, `found no column ${quoted(name)}, which \`columns\` names`);
    const faults = headerFaults(names, written.join(), (this.#names.tokens?.length ?? 1) === 1);
    for (const { index, message, hint } of faults)
      this.#faults.add({ line, column: csvColumn(cells, index) }, message, hint);
    if (faults.length > 0) this.#faults.throwIfAny();
    this.#header = names;
    this.#columns = new Map(names.map((name, index) => [name, index]));
  }

  #readPayment(row: Row, width: number): void {
    const fault = rowFault(row.cells, width);
    if (fault !== undefined) return this.#faults.add({ line: row.line }, fault);
    const { onZoneless } = this.#dialect;
    const atMs = this.#columns.has('at_ms')
      ? this.#cell(row, 'at_ms', parseMoment(1, onZoneless), 'milliseconds such as 12500')
      : this.#cell(row, 'at', parseMoment(1000, onZoneless), SECONDS);
    const node = this.#known(row, 'from');
    const target = this.#known(row, 'to');
    const amount = this.#cell(row, 'amount', parseNumeral, 'an amount: an integer from 0 to 2^256-1');
    const token = this.#columns.has('token') ? this.#known(row, 'token') : (this.#names.tokens?.[0] ?? '');
    const identifier = this.#cell(row, 'identifier', parseIdentifier, IDENTIFIER);
    const outcome = this.#cell(row, 'outcome', this.#outcome, OUTCOME_WORDS);
    if (node !== undefined && node === target)
      return this.#faults.add(
        this.#placeOf(row, 'to'),
        `found ${node} paying itself, expected two different nodes`,
      );
    if (atMs === undefined || node === undefined || target === undefined) return;
    if (amount === undefined || token === undefined) return;
    if (identifier === undefined && this.#columns.has('identifier')) return;
    if (outcome === undefined && this.#columns.has('outcome')) return;
    const payment = { atMs, node, target, token, amount, sequence: row.line };
    this.#builder.add({ ...payment, ...withoutUndefined({ identifier, outcome }) });
  }

  // A field, because it is handed on.
  readonly #outcome = (text: string): RecordedOutcome | undefined => {
    const { succeeded } = this.#dialect;
    if (succeeded === undefined || text === '') return parseOutcome(text);
    return text === succeeded ? 'succeeded' : 'failed';
  };

  /** Undefined: there is no such column, or nothing can be made of the cell. */
  #cell<T>(row: Row, name: string, read: (text: string) => T | undefined, expected: string): T | undefined {
    if (!this.#columns.has(name)) return undefined;
    const text = this.#textOf(row, name);
    const value = read(text);
    if (value === undefined)
      this.#faults.add(this.#placeOf(row, name), `found ${quoted(text)}, expected ${expected}`);
    return value;
  }

  #known(row: Row, column: 'from' | 'to' | 'token'): string | undefined {
    const [name, place] = [this.#textOf(row, column), this.#placeOf(row, column)];
    return column === 'token' ? this.#faults.tokenNamed(name, place) : this.#faults.nodeNamed(name, place);
  }

  #textOf({ cells }: Row, name: string): string {
    return csvValue(cells[this.#columns.get(name) ?? -1] ?? '');
  }

  #placeOf({ cells, line }: Row, name: string): LinePlace {
    return { line, column: csvColumn(cells, this.#columns.get(name) ?? 0) };
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
          `found the identifier ${identifier} of line ${before} again, expected a different one for each payment`,
        );
    }
  }
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

const SECONDS = 'seconds such as 12.5 (milliseconds: `at_ms`), or a date such as 2026-11-21T01:54:46Z';
const IDENTIFIER = 'an identifier: an integer from 1 to 2^64-1';

/** The outcomes in words. */
const OUTCOME_WORDS = RECORDED_OUTCOMES.map((word) => `\`${word}\``).join(' or ');

// Words of nodes, wallets and databases for the same.
const SAME_OUTCOMES: Readonly<Record<RecordedOutcome, readonly string[]>> = {
  succeeded: ['success', 'successful', 'settled', 'complete', 'completed', 'paid', 'ok', 'true', '1'],
  failed: ['failure', 'local_failed', 'error', 'false', '0'],
};

/** The outcome that a word of any of these tools means. */
function parseOutcome(text: string): RecordedOutcome | undefined {
  const word = text.toLowerCase();
  return RECORDED_OUTCOMES.find((outcome) => outcome === word || SAME_OUTCOMES[outcome].includes(word));
}

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

// The year 5138: a later moment is in a smaller unit than its column.
const LATEST_MS = 1e14;

/** A moment in milliseconds: a number of that unit, or a date, in UTC where it names no zone. */
function parseMoment(msPerUnit: number, onZoneless?: () => void): (text: string) => number | undefined {
  return (text) => {
    const [date, zone] = DATE.exec(text) ?? [];
    if (date !== undefined && zone === undefined) onZoneless?.();
    const ms = date === undefined ? Number(/^\d+(\.\d+)?$/.exec(text)?.[0]) * msPerUnit : momentOf(date);
    return ms !== undefined && ms < LATEST_MS ? ms : undefined;
  };
}

const MOMENTS = ['at', 'at_ms'];
const REQUIRED = ['from', 'to', 'amount'];
const KNOWN = [...MOMENTS, ...REQUIRED, 'token', 'identifier', 'outcome'];

// Spreadsheets write names with capitals. A meaning that is taken belongs to another column.
function asKnown(name: string, taken: readonly string[]): string {
  return KNOWN.find((known) => known === name.toLowerCase() && !taken.includes(known)) ?? name;
}

interface HeaderFault {
  readonly index: number;
  readonly message: string;
  readonly hint?: string | undefined;
}

function headerFaults(names: readonly string[], text: string, isOneToken: boolean): readonly HeaderFault[] {
  const faults: HeaderFault[] = [];
  const moments = MOMENTS.filter((name) => names.includes(name));
  const absent = KNOWN.filter(
    (name) => !names.includes(name) && !(moments.length > 0 && MOMENTS.includes(name)),
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
  const expected = missing.map((name) => `\`${name}\``).join(', ');
  if (missing.length > 0)
    faults.push({
      index: 0,
      message: `found the header ${JSON.stringify(text)}, expected ${expected} in it`,
      hint: 'the first line names the columns: at (seconds) or at_ms, from, to, amount, and if need be token, identifier, outcome',
    });
  return faults;
}
