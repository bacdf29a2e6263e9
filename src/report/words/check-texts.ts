/** What each check of a load holds nodes to, by the check's name. */
export const CHECK_TEXTS: Readonly<Record<string, string>> = {
  foreseen: 'What was certain when a payment was sent came true',
  readable: 'Every running node shows what it is asked for',
  history: 'Every payment stands in both histories as often as it happened, and nothing else does',
  'history-times': 'Every payment stood there before it was answered, and not before it was sent',
  steps: 'What the steps were answered with stands in the channels, and not all were refused',
  receipts: 'Receipts name what was asked for',
  conservation: 'No token appeared or vanished',
  consistency: 'Both ends of every channel tell the same',
  sums: 'Balances fit the histories',
  totals: 'What was put in and taken out of a channel never went down',
  watched: 'What nodes showed while it ran can be so by some order of the payments',
  'at-rest': 'Nothing is locked once all is at rest but what waits for its locks to expire',
  linearizable: 'The successes can all have happened, in an order that respects real time',
  answers: 'Every payment was answered as the API says, or reading told what became of it',
  recovery: 'The target is well after the load',
  'after-load': 'What nodes show after the load',
};
