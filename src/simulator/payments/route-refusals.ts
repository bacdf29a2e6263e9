// What a node says of a payment none of whose routes could be taken (raiden.md 2.3).
const NO_USABLE_ROUTE = 'None of the available routes could be used';
const OVER_MAX_FEE =
  ' and at least one of them exceeded the maximum fee limit (see https://docs.raiden.network/using-raiden/mediation-fees#frequently-asked-questions)';

/** The reason of a payment that no route could carry; it speaks of the fee when that kept one of them from being tried. */
export function noUsableRoute({ isOverMaxFee }: { readonly isOverMaxFee: boolean }): string {
  return isOverMaxFee ? NO_USABLE_ROUTE + OVER_MAX_FEE : NO_USABLE_ROUTE;
}
