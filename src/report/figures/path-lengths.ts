import type { ReportedPayment } from './reported-payment.ts';

/** How many succeeded payments took this many hops. */
export interface PathLengthCount {
  readonly hops: number;
  readonly count: number;
}

/** Succeeded payments by number of hops, shortest first; payments whose path is not known are left out. */
export function pathLengths(payments: readonly ReportedPayment[]): readonly PathLengthCount[] {
  const counts = new Map<number, number>();
  for (const { result, outline } of payments) {
    if (result !== 'succeeded' || !outline || outline.hops < 1) continue;
    const { hops } = outline;
    counts.set(hops, (counts.get(hops) ?? 0) + 1);
  }
  return [...counts].map(([hops, count]) => ({ hops, count })).sort((a, b) => a.hops - b.hops);
}
