import { buildConnector } from 'undici';
import { connectFault } from './not-connected.ts';

/** No connection came about, so nothing was sent: whatever was asked has certainly not happened. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
}

// A port on loopback answers at once; across the world a handshake takes a second.
const CONNECT_TIMEOUT_MS = 10_000;

/** Undici's own connector, whose failures can be told from everything that happens after connecting. */
export function createConnector(): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error === null) callback(null, socket);
      else callback(new ConnectFailure(connectFault(error), { cause: error }), null);
    });
  };
}
