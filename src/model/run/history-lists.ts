/** What a node's payment history holds besides one entry for each payment that it sent or received. */
export interface HistoryLists {
  /** Payments that the node passed on: once as received from their initiator, once as sent to their target. */
  readonly mediated: boolean;
  /** The kind under which payments stand that the node sent and that failed on their way. */
  readonly failed: 'failed' | 'sent';
}
