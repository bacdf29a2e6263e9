import type { IncomingMessage, ServerResponse } from 'node:http';
import { foreignCaller, refuseCaller } from '../serve/callers.ts';
import { PortListener } from '../serve/port-listener.ts';

/** The content of a live page, and the action of its stop button. */
export interface LiveContent {
  readonly page: () => string;
  readonly part: () => string;
  /** Resolves when it is worth showing the part again. */
  readonly next: () => Promise<void>;
  /** True once nothing will change any more. */
  readonly isOver: () => boolean;
  readonly stop: () => void;
}

/** A live page that is being served. */
export interface ServedLive {
  /** With the token that lets in. */
  readonly url: string;
  close(): void;
  /** When the page was last asked for; absent: never. */
  readonly lastAskedMs: () => number | undefined;
}

/** Serves a page that grows on a free port of loopback, to callers that know the token, and to no page of another origin. */
export async function serveLive(
  content: LiveContent,
  { token, nowMs }: { readonly token: string; readonly nowMs: () => number },
): Promise<ServedLive> {
  let lastAskedMs: number | undefined;
  const listener = new PortListener({
    host: '127.0.0.1',
    port: 0,
    owner: 'the live page',
    option: '--watch',
    answer: (request, response) => {
      const why = forbidden(request, token);
      if (why !== undefined) refuseCaller(response, why);
      else {
        lastAskedMs = nowMs();
        answer(request, response, content);
      }
    },
  });
  await listener.open();
  return {
    url: `${listener.url}/${token}/`,
    close: () => listener.shut(),
    lastAskedMs: () => lastAskedMs,
  };
}

function forbidden(request: IncomingMessage, token: string): string | undefined {
  if (request.url?.split('/')[1] !== token) return 'the link with its token is printed by the command';
  return foreignCaller({ method: request.method ?? 'GET', headers: request.headers });
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function answer(request: IncomingMessage, response: ServerResponse, content: LiveContent): void {
  const wanted = `${request.method} ${request.url?.split('?')[0]?.split('/').slice(2).join('/')}`;
  if (wanted === 'GET ') response.writeHead(200, HTML).end(content.page());
  else if (wanted === 'GET part')
    void content.next().then(() => {
      const part = content.part();
      response.writeHead(200, { ...HTML, 'x-millrace-over': content.isOver() ? 'yes' : 'no' }).end(part);
    });
  else if (wanted === 'POST stop') {
    content.stop();
    response.writeHead(204).end();
  } else response.writeHead(404, { 'content-type': 'text/plain' }).end('there is nothing here\n');
}
