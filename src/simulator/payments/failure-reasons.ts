// What a node says of a payment that was on its way (raiden.md 2.3 and 2.5).
const NO_USABLE_ROUTE = 'None of the available routes could be used';
const OVER_MAX_FEE =
  ' and at least one of them exceeded the maximum fee limit (see https://raiden-network.readthedocs.io/en/stable/using-raiden-on-mainnet/overview.html#frequently-asked-questions)';
const LOCK_EXPIRED = 'lock expired';
const SECRET_REQUESTED = ', despite receiving secret request';

/** No route could carry it; the reason speaks of the fee when that kept one of them from being tried. */
export function noUsableRoute({ isOverMaxFee }: { readonly isOverMaxFee: boolean }): string {
  return isOverMaxFee ? NO_USABLE_ROUTE + OVER_MAX_FEE : NO_USABLE_ROUTE;
}

/** It was not unlocked in time, perhaps although the target had asked for the secret. */
export function lockExpired({ secretRequested }: { readonly secretRequested: boolean }): string {
  return secretRequested ? LOCK_EXPIRED + SECRET_REQUESTED : LOCK_EXPIRED;
}
