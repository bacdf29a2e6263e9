import type { ReadyRequest } from './case-request.ts';

/** A shell line that sends a request again; what is sent with every request to the node is left out: it may be secret. */
export function curlLine(base: string, { method, path, headers, body }: ReadyRequest): string {
  const how = method === 'HEAD' ? ['--head'] : method === 'GET' ? [] : ['-X', method];
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]);
  // Else curl says that the body is a form.
  const untyped = body !== undefined && !('content-type' in headers) ? ['-H', quoted('content-type:')] : [];
  const data = body === undefined ? [] : ['--data-binary', quoted(body)];
  return ['curl', '-si', ...how, ...sent, ...untyped, ...data, quoted(base + path)].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
