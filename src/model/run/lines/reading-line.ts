import { toJson } from '../../json.ts';
import type { PaymentEvent } from '../answer.ts';
import type { Reading } from '../reading.ts';

/** What findings and run folders call history entries: the words of the Python node, as they always have. */
export const ENTRY_NAMES: Readonly<Record<PaymentEvent['kind'], string>> = {
  sent: 'EventPaymentSentSuccess',
  received: 'EventPaymentReceivedSuccess',
  failed: 'EventPaymentSentFailed',
};

const KINDS = new Map(Object.entries(ENTRY_NAMES).map(([kind, name]) => [name, kind] as const));

/** One line of `readings.ndjson`. */
export function readingLine(reading: Reading): string {
  const { value } = reading;
  if (value.kind !== 'history') return `${toJson(reading)}\n`;
  const events = value.events.map(({ kind, ...entry }) => ({ event: ENTRY_NAMES[kind], ...entry }));
  return `${toJson({ ...reading, value: { ...value, events } })}\n`;
}

/** A reading from what stands in such a line. */
export function readingFromLine(item: unknown): Reading {
  const reading = item as Reading;
  const { value } = reading;
  if (value.kind !== 'history') return reading;
  const entries = value.events as unknown as readonly { readonly event: string }[];
  const events = entries.map(({ event, ...entry }) => ({ kind: KINDS.get(event), ...entry }));
  return { ...reading, value: { ...value, events: events as unknown as readonly PaymentEvent[] } };
}
