/** A payment out of one end. */
interface Sale {
  readonly atH: number;
  readonly amount: number;
}

interface Asked {
  /** Of one unit of money. */
  readonly perHour: number;
  readonly onChain: number;
  readonly hours: number;
  /** Absent: the end is never filled. */
  readonly rule: { readonly below: number; readonly everyH: number } | undefined;
  /** Of the payments that must succeed. */
  readonly share: number;
}

/** The cheapest deposit of one end, by trying all of them; it shares no code with what it judges. */
export function cheapest(sales: readonly Sale[], asked: Asked): { deposit: number; cost: number } {
  const most = sales.reduce((sum, { amount }) => sum + amount, 0);
  let best = { deposit: 0, cost: Number.POSITIVE_INFINITY };
  for (let deposit = 1; deposit <= most; deposit += 1) {
    const { succeeded, cost } = ledger(sales, deposit, asked);
    if (succeeded >= asked.share * sales.length && cost < best.cost) best = { deposit, cost };
  }
  return best;
}

/** One end's money over time: what was paid, and what that cost. */
export function ledger(
  sales: readonly Sale[],
  deposit: number,
  { rule, perHour, onChain, hours }: Asked,
): { succeeded: number; cost: number } {
  const endH = sales.at(-1)?.atH ?? 0;
  let [balance, succeeded, next, topUps, added] = [deposit, 0, 0, 0, 0];
  const every = rule?.everyH ?? Number.POSITIVE_INFINITY;
  for (let lookH = every; next < sales.length; lookH += every) {
    for (; next < sales.length && (sales[next] as Sale).atH <= lookH; next += 1) {
      const { amount } = sales[next] as Sale;
      if (amount > balance) continue;
      balance -= amount;
      succeeded += 1;
    }
    if (rule === undefined || lookH > endH || balance >= rule.below * deposit) continue;
    topUps += 1;
    // Bound from now until the last payment.
    added += ((deposit - balance) * (endH - lookH)) / endH;
    balance = deposit;
  }
  return { succeeded, cost: (deposit + added) * perHour * hours + topUps * onChain };
}
