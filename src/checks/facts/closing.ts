/** How the presence of a channel that is on its way to be gone is told. */
export const CLOSING = 'closing';

// After a close these follow each other by time alone, and the target's blocks are not the model's.
const CLOSING_STATES = ['waiting_for_close', 'closed', 'waiting_for_settle', 'settled'];

/** True for the states between open and gone. */
export function isClosing(state: string | undefined): boolean {
  return state !== undefined && CLOSING_STATES.includes(state);
}
