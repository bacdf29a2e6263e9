/** How many answers that were as asked for had their secret looked at. */
export interface SecretsSeen {
  readonly answers: number;
  /** Whose secret was hashed and compared with the secret hash. */
  readonly verified: number;
  /** Of these, whose secret hash was another. */
  readonly wrong: number;
  /** Whose secret an earlier answer had shown. */
  readonly reused: number;
}
