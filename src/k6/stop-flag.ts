import http from 'k6/http';
import { clearInterval, setInterval } from 'k6/timers';

const URL = __ENV['MILLRACE_STOP_URL'];

// Often enough that Ctrl-C feels heard; five requests a second are nothing beside a load.
const LOOK_EVERY_MS = 200;

/**
 * Calls `stop` once whoever started k6 wants no further payments: k6 has no way to tell a script, and what it does
 * on a signal is to forget every request in flight. Returns how to stop looking, which a script must before it ends.
 */
export function watchStopFlag(stop: () => void): () => void {
  if (URL === undefined) return () => {};
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const { status, body } = await http.asyncRequest('GET', URL, null, {
        responseType: 'text',
        timeout: 5_000,
      });
      // Whoever started it has gone: nobody would hear of further payments.
      if (status === 0 || body === 'stop') stop();
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
