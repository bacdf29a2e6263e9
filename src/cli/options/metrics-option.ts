import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { port } from './numbers.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';

/** Where Prometheus finds a running load. */
export function metricsOption() {
  return new Option(
    '--metrics <[host]:port>',
    'serve the running load for Prometheus at /metrics; loopback unless a host is given',
  ).argParser((text): ListenAddress => {
    const [, bracketed, plain, digits] = /^(?:(?:\[([^\]]+)\]|([^:[\]]*)):)?(\d+)$/.exec(text) ?? [];
    if (digits === undefined) throw new InvalidArgumentError('Expected a port such as :9464.');
    return { host: bracketed ?? (plain || LOOPBACK), port: port(digits) };
  });
}
