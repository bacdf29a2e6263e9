import type { Run } from '../model/run/run.ts';
import type { AmountWriter } from '../model/run/describe-operation.ts';
import type { Figures } from './figures/figures.ts';
import { amountText } from './words/number-format.ts';

/** What the sections of a page read, computed once per page. */
export interface ReportData
  extends Pick<Figures, 'run' | 'metrics' | 'payments' | 'startBalances' | 'endBalances'> {
  readonly figures: Figures;
  readonly inTokens: AmountWriter;
}

/** Computes it. */
export function reportData(figures: Figures): ReportData {
  const { run, metrics, payments, startBalances, endBalances } = figures;
  return { figures, run, metrics, payments, startBalances, endBalances, inTokens: tokenWriter(run) };
}

/** Writes amounts of smallest units in whole tokens with the token's name. */
export function tokenWriter({ header }: Run): AmountWriter {
  const decimals = new Map(header.scenario.tokens.map((token) => [token.name, token.decimals]));
  return (amount, token) => `${amountText(amount, decimals.get(token) ?? 0)} ${token}`;
}
