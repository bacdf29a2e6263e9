/** The file `load.json`, which the script reads beside `plan.json`. */
export interface LoadFile {
  readonly format: 'millrace-k6/1';
  /** The name of the scenario. */
  readonly name: string;
  readonly seed: string;
  /** Virtual users, each with its part of the plan: as many as there are execution segments. */
  readonly parts: number;
  /** When the last payment is due, after the start. */
  readonly lastAtMs: number;
  /** A payment without an answer by then is indeterminate. */
  readonly deadlineMs: number;
  /** Where payments are sent, by node. */
  readonly nodes: readonly { readonly name: string; readonly url: string }[];
  /** For k6's own verdict; Millrace judges the records instead. */
  readonly thresholds: Readonly<
    Record<
      string,
      readonly {
        readonly threshold: string;
        readonly abortOnFail?: boolean;
        readonly delayAbortEval?: string;
      }[]
    >
  >;
}

/** One payment of `plan.json`, short because there may be a hundred thousand. */
export type PlannedPayment = readonly [
  id: number,
  /** Intended start, milliseconds after the load's start. */
  atMs: number,
  /** Payments that wait for each other share a chain, and with it a part. */
  chain: number,
  /** Payment that must have ended before; -1: none. */
  after: number,
  /** Index in `nodes` of the one that pays. */
  node: number,
  /** The path that follows the node's URL. */
  path: string,
  body: string,
  /** Without an answer by then, after the load's start, it is indeterminate; -1: only the deadline counts. */
  cutAtMs: number,
];

/** Starts every line the script logs, so that other output beside it does no harm. */
export type LinePrefix = '@millrace ';

/** One line. Times are Unix milliseconds. */
export type RecordLine =
  /** A part begins: its intended starts count from here. */
  | readonly [kind: 'begin', part: number, atMs: number]
  /** Before a payment: without a line `ended` it may have happened. */
  | readonly [kind: 'sent', part: number, atMs: number, id: number]
  | readonly [
      kind: 'ended',
      part: number,
      atMs: number,
      id: number,
      /** From sending to the whole answer, as k6 measured it. */
      durationMs: number,
      /** HTTP status; 0: no answer. */
      status: number,
      /** k6's error code where there is no answer, else 0. */
      errorCode: number,
      /** The answer's body, or k6's words for the error. */
      text: string,
    ]
  /** A part has nothing left to do. */
  | readonly [kind: 'done', part: number, atMs: number, sent: number];
