// Shorter words may stand in any answer, and are no credentials.
const SHORTEST = 8;

/** In place of a credential. */
const STRUCK_OUT = '***';

/**
 * The values of a request's headers, the words of these, and the password of a basic one: nobody else may read them. As
 * they are, and as JSON writes them.
 */
export function credentialsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  const told = Object.values(headers).flatMap((value) => {
    const words = value.split(/\s+/);
    const [scheme = '', encoded = ''] = words;
    const basic = /^basic$/i.test(scheme) ? Buffer.from(encoded, 'base64').toString() : '';
    return [value, ...words, basic.slice(basic.indexOf(':') + 1)];
  });
  const written = told.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  // A longer one first: it may hold a shorter one.
  return [...new Set(written)]
    .filter(({ length }) => length >= SHORTEST)
    .sort((one, other) => other.length - one.length);
}

/** Strikes credentials out of answers: proxies repeat a key that they refuse, and answers are kept and shown. */
export function strikingOut(headers: Readonly<Record<string, string>>): (text: string) => string {
  const credentials = credentialsIn(headers);
  return (text) =>
    credentials.reduce(
      (left, secret) => (left.includes(secret) ? left.replaceAll(secret, STRUCK_OUT) : left),
      text,
    );
}
