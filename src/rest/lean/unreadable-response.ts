// Enough to see what it is instead.
const LONGEST_QUOTE = 80;

/** What came back is no HTTP/1 answer, or too long for one. */
export class UnreadableResponse extends Error {
  override readonly name = 'UnreadableResponse';

  /** Quotes the beginning of what was found, where there is something to see. */
  constructor(problem: string, found?: Buffer) {
    super(found === undefined ? problem : `${problem}: ${quote(found)}`);
  }
}

function quote(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1', 0, Math.min(LONGEST_QUOTE, bytes.length)));
}
