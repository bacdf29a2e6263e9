import { InputError } from '../../errors.ts';
import { fieldError, fieldFault } from '../../model/locate-faults.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';

/** Throws InputError unless the network has all these nodes. */
export function checkKnown(field: string, names: readonly NodeName[], network: Network): void {
  const faults = names.flatMap((name, index) =>
    network.hasNode(name)
      ? []
      : [fieldFault(`${field}[${index}]`, `found ${JSON.stringify(name)}, expected a node of the network`)],
  );
  if (faults.length > 0) throw new InputError(faults);
}

/** Says that no pair can be drawn. */
export function nobodyPays(at: string, token: TokenName): InputError {
  return fieldError(
    at,
    `found nobody who could pay somebody else, expected two nodes with channels of ${token}`,
  );
}
