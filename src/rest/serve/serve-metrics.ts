import { PortListener } from './port-listener.ts';

export interface ServedMetrics {
  readonly url: string;
  close(): void;
}

/** Answers `GET /metrics` with what `render` gives at that moment, as Prometheus reads it; port 0: any free one. */
export async function serveMetrics(host: string, port: number, render: () => string): Promise<ServedMetrics> {
  const listener = new PortListener({
    host,
    port,
    owner: 'the metrics endpoint',
    option: '--metrics',
    answer: (request, response) => {
      if (request.url?.split('?')[0] !== '/metrics') {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('metrics are at /metrics\n');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(render());
    },
  });
  await listener.open();
  return { url: `${listener.url}/metrics`, close: () => listener.shut() };
}
