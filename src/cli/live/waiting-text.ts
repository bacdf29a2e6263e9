import type { Phase } from '../../jobs/phase.ts';
import type { OnOpened } from '../../jobs/targets/open-channels.ts';
import type { Clock } from '../../ports/clock.ts';
import { counted, durationText } from '../../report/words/number-format.ts';
import type { Terminal } from '../terminal/terminal.ts';

// While operations are driven, their numbers say more than any sentence.
const TEXTS: Readonly<Record<Exclude<Phase, 'driving'>, string>> = {
  asking: 'waiting until the nodes are ready',
  opening: 'comparing the channels with the scenario',
  predicting: 'simulating what will happen',
  'reading-before': 'reading the nodes before the first operation',
  resting: 'waiting until no transfer is pending',
  'reading-after': 'reading the nodes after the last operation',
  recovering: 'checking recovery with small payments',
  judging: 'judging the run',
};

/** Says what a job waits for, and since when, while there is nothing to count. */
export class WaitingText {
  readonly #terminal: Pick<Terminal, 'note'>;
  readonly #clock: Clock;
  #phase: Phase = 'driving';
  #sinceMs = 0;
  #opened: Parameters<OnOpened>[0] | undefined;

  constructor(terminal: Pick<Terminal, 'note'>, clock: Clock) {
    this.#terminal = terminal;
    this.#clock = clock;
  }

  readonly onPhase = (phase: Phase): void => {
    this.#phase = phase;
    this.#sinceMs = this.#clock.nowMs();
    this.#opened = undefined;
  };

  readonly onOpened: OnOpened = (state) => {
    this.#opened = state;
    // On real nodes what begins here takes minutes.
    if (state.done === 0) this.#terminal.note(`opening ${counted(state.total, 'channel')}\n`);
  };

  /** The answer to the first Ctrl-C before there is anything to keep. */
  stoppingText(): string {
    const wait =
      this.#opened === undefined ? '' : '; only the channels that are being opened now are waited for';
    return `Stopping before the first operation${wait}.`;
  }

  /** One line without its end; `undefined`: operations are being driven. */
  readonly text = (): string | undefined => {
    if (this.#phase === 'driving') return undefined;
    const opened = this.#opened;
    const what =
      opened === undefined
        ? TEXTS[this.#phase]
        : `opening channels, ${opened.done} of ${opened.total} are ready`;
    return `${what}, for ${durationText(this.#clock.nowMs() - this.#sinceMs)}`;
  };
}
