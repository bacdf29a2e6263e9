/** A word of a command line, quoted where a shell would read more into it. */
export function shellWord(text: string): string {
  if (/\p{Cc}/u.test(text))
    return `$'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
