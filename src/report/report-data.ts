import type { Run } from '../model/run/run.ts';
import { type ChannelBalance, channelBalances } from './figures/channel-balances.ts';
import type { AmountWriter } from '../model/run/describe-operation.ts';
import { metricsOf } from './figures/metrics.ts';
import { amountText } from './words/number-format.ts';
import { type ReportedPayment, reportedPayments } from './figures/reported-payment.ts';

/** What the sections of a page read, computed once per page. */
export interface ReportData {
  readonly run: Run;
  readonly metrics: Readonly<Record<string, number>>;
  readonly payments: readonly ReportedPayment[];
  readonly startBalances: readonly ChannelBalance[];
  /** Absent: the run broke off. */
  readonly endBalances?: readonly ChannelBalance[];
  readonly inTokens: AmountWriter;
}

/** Computes it. */
export function reportData(run: Run): ReportData {
  return {
    run,
    metrics: metricsOf(run),
    payments: reportedPayments(run),
    startBalances: channelBalances(run.start),
    ...(run.end ? { endBalances: channelBalances(run.end) } : {}),
    inTokens: tokenWriter(run),
  };
}

/** Writes amounts of smallest units in whole tokens with the token's name. */
export function tokenWriter({ header }: Run): AmountWriter {
  const decimals = new Map(header.scenario.tokens.map((token) => [token.name, token.decimals]));
  return (amount, token) => `${amountText(amount, decimals.get(token) ?? 0)} ${token}`;
}
