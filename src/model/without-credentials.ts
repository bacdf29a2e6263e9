/**
 * A URL, or what was given for one, without names, passwords and what else may be a secret: what is printed and kept ends
 * up in logs. In what is no URL a password may hold what ends a host, and a query holds tokens.
 */
export function withoutCredentials(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return text.replace(/^("?)([a-z]+:\/\/)?.*@/i, '$1$2***@').replace(/[?#][^"]*/, '?***');
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return text.endsWith('/') ? url.href : url.href.replace(/\/$/, '');
}
