import http from 'k6/http';
import { Counter, Rate, Trend } from 'k6/metrics';
import type { PlannedPayment } from './formats.ts';
import { load, record } from './plan.ts';

// For k6's own summary and thresholds; the names are those of Millrace's metrics.
const payments = new Counter('payments');
const duration = new Trend('payment_duration', true);
const responseTime = new Trend('payment_response_time', true);
const lag = new Trend('payment_lag', true);
const succeeded = new Rate('payments_succeeded');
const answered = new Rate('answered');
const failed = new Rate('payments_failed');
const indeterminate = new Rate('payments_indeterminate');

// By node name, as JSON; from the environment, because headers may hold credentials.
const HEADERS = JSON.parse(__ENV['MILLRACE_HEADERS'] ?? '{}') as Record<string, Record<string, string>>;

// Struck out of answers that repeat them; an exported script that is given none strikes out the headers themselves.
const CREDENTIALS = JSON.parse(__ENV['MILLRACE_CREDENTIALS'] ?? '{}') as Record<string, readonly string[]>;

/** Sends a payment; returns when it has ended, whatever came of it. */
export async function pay(
  [id, , , , node, path, body, cutAtMs]: PlannedPayment,
  { part, beganMs, dueMs }: { readonly part: number; readonly beganMs: number; readonly dueMs: number },
): Promise<void> {
  const { name, url } = load.nodes[node] as LoadFileNode;
  const sentMs = Date.now();
  record(['sent', part, sentMs, id]);
  let end: End;
  try {
    const response = await http.asyncRequest('POST', url + path, body, {
      headers: { 'Content-Type': 'application/json', ...HEADERS[name] },
      timeout:
        cutAtMs === -1
          ? load.deadlineMs
          : Math.min(load.deadlineMs, Math.max(SHORTEST_MS, beganMs + cutAtMs - sentMs)),
      responseType: 'text',
      tags: { name: 'pay' },
    });
    const { blocked, duration: inTransfer } = response.timings;
    end =
      response.status === 0
        ? { durationMs: Date.now() - sentMs, status: 0, errorCode: response.error_code, text: response.error }
        : {
            durationMs: blocked + inTransfer,
            status: response.status,
            errorCode: 0,
            text: withoutCredentials(name, response.body ?? ''),
          };
  } catch (error) {
    end = { durationMs: Date.now() - sentMs, status: 0, errorCode: GENERAL_ERROR, text: String(error) };
  }
  record(['ended', part, Date.now(), id, end.durationMs, end.status, end.errorCode, end.text]);
  measure(end, Math.max(0, sentMs - dueMs));
}

function withoutCredentials(node: string, text: string): string {
  const credentials = CREDENTIALS[node] ?? Object.values(HEADERS[node] ?? {});
  return credentials.reduce((left, secret) => left.replaceAll(secret, '***'), text);
}

type LoadFileNode = (typeof load.nodes)[number];

interface End {
  readonly durationMs: number;
  readonly status: number;
  readonly errorCode: number;
  readonly text: string;
}

// To k6, 0 is no limit at all.
const SHORTEST_MS = 1;

// k6's code for what has none of its own.
const GENERAL_ERROR = 1000;

function measure({ durationMs, status }: End, lagMs: number): void {
  payments.add(1);
  duration.add(durationMs);
  responseTime.add(lagMs + durationMs);
  lag.add(lagMs);
  succeeded.add(status >= 200 && status <= 299);
  answered.add(status !== 0);
  failed.add(status >= 300);
  indeterminate.add(status === 0);
}
