import type { World } from '../world.ts';
import type { Attempt, LockedHop } from './attempt.ts';
import { heldAt } from './obstacles.ts';

/** True when the payee does nothing with the transfer: then what is locked stays locked until it expires. */
export function isHeld(world: World, hop: LockedHop): boolean {
  const { disturbances } = world;
  if (disturbances === undefined) return false;
  const { attempt, payee } = hop;
  const role = payee === attempt.payment.target ? 'target' : 'mediator';
  if (!disturbances.holds(payee, role, hop.amount)) return false;
  attempt.obstacle = heldAt(world, hop);
  holdLocks(world, attempt);
  return true;
}

/** Notes that nothing will come of what is locked. */
export function holdLocks({ disturbances }: World, attempt: Attempt): void {
  const { payment, hops } = attempt;
  attempt.held = hops.reduce((sum, { amount }) => sum + amount, 0n);
  disturbances?.heldChanged(payment.layer.token.name, attempt.held);
}

/** Notes that what was held is released. */
export function letGo({ disturbances }: World, { held, payment }: Attempt): void {
  if (held !== undefined) disturbances?.heldChanged(payment.layer.token.name, -held);
}
