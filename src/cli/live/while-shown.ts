import type { Document } from '../../report/blocks/block.ts';
import { liveDocument, type LiveState } from '../../report/live/live-document.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { createInterruption, type Interruption } from '../terminal/interruption.ts';
import { LiveDisplay } from '../terminal/live-display.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { startLive, type Watching } from './live.ts';

/** Where a job is shown while it runs. */
export interface Showing {
  readonly terminal: Terminal;
  readonly progress: boolean;
  /** How it is watched in a browser; absent: it is not. */
  readonly watching?: Watching | undefined;
}

interface ShownJob {
  /** The job in one word, at the beginning of its line. */
  readonly label: string;
  readonly read: () => LiveState;
  /** The page while it runs, where that is more than its state. */
  readonly page?: () => Document;
  /** The sentence that Ctrl-C prints. */
  readonly stopping: () => string;
  /** True where the work itself calls `listen`, once it no longer keeps the only thread busy. */
  readonly listensLater?: boolean;
}

/** Work that a line on stderr and a watched page show, and that Ctrl-C and the page can stop. */
export async function whileShown<Result>(
  { terminal, progress, watching }: Showing,
  { label, read, page = () => liveDocument(read()), stopping, listensLater = false }: ShownJob,
  work: (
    job: Interruption & { readonly display: LiveDisplay },
  ) => Promise<{ readonly result: Result; readonly document: Document }>,
): Promise<Result> {
  const clock = new RealClock();
  const display = new LiveDisplay({ terminal, clock, enabled: progress }, label, read);
  const interruption = createInterruption(terminal, stopping);
  if (!listensLater) interruption.listen();
  const live = watching && (await startLive(watching, { terminal, clock, read: page, ...interruption }));
  try {
    const { result, document } = await work({ ...interruption, display });
    display.close();
    await live?.end(document);
    return result;
  } finally {
    display.close();
    await live?.end(undefined);
    interruption.release();
  }
}
