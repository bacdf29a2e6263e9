import type { MessageFaults } from '../../model/disturbances/disturbance.ts';
import type { RandomSource } from '../../ports/random.ts';
import { durationDrawer } from '../../runtime/draw.ts';
import { repetitionMs } from '../messenger.ts';

/** How many messages there were, and what became of them. */
export interface MessageCounts {
  sent: number;
  /** Lost on the way; each repetition that was lost counts again. */
  lost: number;
  late: number;
}

/** Draws how long a message takes until it arrives: its latency, what makes it late, and its repetitions. */
export function faultyLatency(
  { loss, late }: MessageFaults,
  drawLatencyMs: () => number,
  random: RandomSource,
  counts: MessageCounts,
): () => number {
  const stream = random.stream('messages');
  const drawLateMs = late === undefined ? undefined : durationDrawer(late.by, stream);
  const share = late?.share ?? 0;
  return () => {
    counts.sent += 1;
    let delayMs = drawLatencyMs();
    if (drawLateMs !== undefined && stream() < share) {
      counts.late += 1;
      delayMs += drawLateMs();
    }
    let losses = 0;
    while (losses < MOST_LOSSES && stream() < loss) losses += 1;
    counts.lost += losses;
    return delayMs + repetitionMs(losses);
  };
}

// A week of repetitions, one a minute: by then the locks that the message was about have expired.
const MOST_LOSSES = 10_000;
