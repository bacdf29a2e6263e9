import { HIGHEST_RATE } from '../../model/scenario/load-spec.ts';
import { inMs, mapping } from '../text/schema.ts';
import { duration, filePath, nodeName, number, sentence } from './values.ts';

/** Payments from a file. */
export function recorded() {
  return mapping({
    name: sentence().describe('For reports; absent: `recorded 1`, `recorded 2`, ...').exactOptional(),
    file: filePath().describe(
      'CSV with the columns `at` (seconds) or `at_ms`, `from`, `to`, `amount`, `token` where there are several, and `outcome` (`succeeded` or `failed`) where it is known. `beyond NAME` is any node that is reached through `of`’s channel with NAME.',
    ),
    of: nodeName().describe('The node that recorded them; needed for `beyond`.').exactOptional(),
    resample: duration({ positive: true })
      .describe(
        'Each block of so long, such as `1h` or `24h`, is drawn from the recorded ones; of two days or more from those at the same time of day. Absent: as recorded.',
      )
      .exactOptional(),
    duration: duration({ positive: true })
      .describe(
        'How long payments are made; longer than the record only with `resample`. Absent: as recorded.',
      )
      .exactOptional(),
    growth: number({ min: 0, above: true, max: HIGHEST_RATE })
      .describe(
        'Payments for each recorded one: `1.5` is half as many again, at other moments of their block, or of the whole record.',
      )
      .prefault(1),
  })
    .transform(inMs('resample', 'duration'))
    .meta({ 'x-section': 'Recorded' });
}
