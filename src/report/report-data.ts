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
  /** An amount of smallest units in whole tokens with the token's name. */
  readonly inTokens: AmountWriter;
}

/** Computes it. */
export function reportData(run: Run): ReportData {
  const decimals = new Map(run.header.scenario.tokens.map((token) => [token.name, token.decimals]));
  return {
    run,
    metrics: metricsOf(run),
    payments: reportedPayments(run),
    startBalances: channelBalances(run.start),
    ...(run.end ? { endBalances: channelBalances(run.end) } : {}),
    inTokens: (amount, token) => `${amountText(amount, decimals.get(token) ?? 0)} ${token}`,
  };
}
