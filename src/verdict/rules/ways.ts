import { type AskedPath, pathInWords, type Trace, weighsTheSame } from '../../model/run/trace.ts';
import { type AmountWriter, describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { aboutOperation, type Check, type Clue, notChecked, operationsKept } from '../check.ts';

/**
 * Every payment takes the predicted path, another one that weighs the same, or what its node's path-finding service has
 * named: which one that is, is the service's own affair. The service or balances tell the path, and the prediction then
 * goes on from it.
 */
export const ways: Check = {
  name: 'ways',
  role: 'operation',
  appliesTo: ['replay'],
  judge(run) {
    if (run.prediction === undefined) return notChecked('there is no prediction');
    const { records } = run.prediction;
    const write = tokenWriter(run);
    const clues = records.flatMap((record) => clueOf(record, write));
    return { clues: [...clues, ...unnamed(records)], covered: operationsKept(run) };
  },
};

function clueOf(record: OperationRecord, write: AmountWriter): readonly Clue[] {
  const asked = describeOperation(record.operation, write);
  return [...anotherNamed(record, asked), ...anotherTaken(record, asked)];
}

// Balances then tell which path was taken, as where no service is asked.
function anotherNamed(
  { operation, trace, inPlaceOf, asked }: OperationRecord,
  what: string,
): readonly Clue[] {
  const predicted = inPlaceOf ?? trace;
  if (asked?.answer !== 'another' || predicted === undefined) return [];
  return [
    {
      operation: operation.id,
      severity: 'note',
      title: `${what}: the path-finding service named none of the cheapest paths; balances show the path`,
      predicted: inWords(predicted),
      observed: `${asked.said}, by ${asked.service}`,
      decidedBy: 'the paths of the model that weigh the same',
      noticed: operation.id,
    },
  ];
}

// However often it said so, and in whatever words, it is one note.
function unnamed(records: readonly OperationRecord[]): readonly Clue[] {
  const silences = new Map<string, { readonly first: SilentRecord; readonly said: Set<string> }>();
  for (const record of records) {
    if (!isSilent(record)) continue;
    const { service, answer, said } = record.asked;
    const name = `${answer} ${service}`;
    const silence = silences.get(name) ?? { first: record, said: new Set() };
    silence.said.add(said);
    silences.set(name, silence);
  }
  return [...silences.values()].map(({ first: { operation, asked }, said }) => {
    const others = said.size - 1;
    const more = others === 0 ? '' : ` and ${others} other ${others === 1 ? 'answer' : 'answers'}`;
    return {
      severity: 'note',
      title: `the path-finding service ${asked.answer === 'fee' ? 'asks for a fee' : 'names no path'}; balances show the path`,
      predicted: `one of several paths that weigh the same, named by ${asked.service}`,
      observed: `${asked.said}${more}`,
      decidedBy: 'answers of the path-finding service',
      noticed: operation.id,
    };
  });
}

type SilentRecord = OperationRecord & { readonly asked: AskedPath };

function isSilent(record: OperationRecord): record is SilentRecord {
  const { asked } = record;
  return asked?.answer === 'fee' || asked?.answer === 'none';
}

function anotherTaken(
  { operation, trace, inPlaceOf, asked }: OperationRecord,
  what: string,
): readonly Clue[] {
  if (trace === undefined || inPlaceOf === undefined || operation.kind !== 'pay') return [];
  const isNamed = asked?.said === pathInWords(trace);
  const isEqual = weighsTheSame(trace, inPlaceOf);
  const took = isEqual
    ? 'chose another of several paths that weigh the same'
    : `took another path than the one that weighs least${isNamed ? ', as its path-finding service had said' : ''}`;
  return [
    {
      ...aboutOperation(operation),
      view: { kind: 'channels' },
      ...(isEqual || isNamed ? { severity: 'note' } : {}),
      title: `${what}: the target ${took}; predicted from there on`,
      predicted: inWords(inPlaceOf),
      observed: `${inWords(trace)}${asked === undefined ? '' : `; ${asked.service} says ${asked.said}`}`,
      decidedBy: 'what each node on the path lost',
    },
  ];
}

function inWords(trace: Trace): string {
  return `${pathInWords(trace)}, sent ${trace.sent}, fee ${trace.fee}`;
}
