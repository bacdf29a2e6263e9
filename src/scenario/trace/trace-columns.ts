import { csvColumn, csvValue } from './csv-cells.ts';
import { suggestion } from '../text/suggestion.ts';
import type { TraceFaults } from './trace-faults.ts';

/** Which cell of a line holds what. */
export interface TraceColumns {
  readonly at: number;
  readonly msPerUnit: number;
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  /** Absent: the scenario has one token only. */
  readonly token: number | undefined;
  readonly identifier: number | undefined;
  /** How many there are, known or not. */
  readonly count: number;
}

const MS_PER_UNIT: Readonly<Record<string, number>> = { at: 1000, at_ms: 1 };
const REQUIRED = ['from', 'to', 'amount'] as const;
const KNOWN = [...Object.keys(MS_PER_UNIT), ...REQUIRED, 'token', 'identifier'];

/** Reads the header of a trace; undefined when it cannot be used, with the faults added. Other columns are left alone. */
export function traceColumns(header: {
  readonly cells: readonly string[];
  readonly line: number;
  readonly isOneToken: boolean;
  readonly faults: TraceFaults;
}): TraceColumns | undefined {
  const names = header.cells.map(csvValue);
  const found = headerFaults(names, header.isOneToken);
  for (const { index, message, hint } of found)
    header.faults.add({ line: header.line, column: csvColumn(header.cells, index) }, message, hint);
  const moment = momentsOf(names)[0];
  if (found.length > 0 || moment === undefined) return undefined;
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
    for (const known of absent) if (suggestion(name, [known]) !== undefined) meant.add(known);
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
    hint: names.some((name) => name.includes(';'))
      ? 'columns are separated by commas'
      : 'the first line names the columns: at (seconds) or at_ms, from, to, amount, and if need be token, identifier',
  };
}

function momentsOf(names: readonly string[]): readonly string[] {
  return Object.keys(MS_PER_UNIT).filter((name) => names.includes(name));
}
