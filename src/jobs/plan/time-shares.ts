/** The time that a plan has left, in milliseconds or any other measure that only falls. */
export type TimeLeft = () => number;

/** One question, to be answered from so many replications. */
export interface TimedQuestion {
  readonly name: string;
  /**
   * Brings what keeps the answer. `isTimeUp` ends a search that can end early; rejects with TurnTimeout when the
   * laboratory refuses more simulations. What was simulated is there for the next attempt.
   */
  readonly answer: (replications: number, isTimeUp: () => boolean) => Promise<() => void>;
  /** Whether what was cut short still says more than what was whole with fewer replications. */
  readonly isGoodWhenCut: boolean;
}

/** From how many replications something was answered, and whether its search came to its end. */
export interface Answered {
  readonly replications: number;
  readonly isWhole: boolean;
}

/** Thrown by a laboratory when a question has had its share of the time. */
export class TurnTimeout extends Error {
  override readonly name = 'TurnTimeout';
}

/**
 * How many replications each question is answered from first. Student's interval of five values is half as wide
 * again as that of many; of three it is more than twice as wide.
 */
export const FEWEST_REPLICATIONS = 5;

// A question that chooses step by step stops choosing here, so that what it has chosen can still be measured.
const CHOOSING_SHARE = 0.75;

/** How a plan's time is shared between what it is asked. */
export class TimeShares {
  readonly #left: TimeLeft;
  /** How each turn was answered at last; those without an answer are missing. */
  readonly answered = new Map<string, Answered>();
  // Between turns what there is at the end of all.
  #turnEndsAt = 0;

  constructor(left: TimeLeft) {
    this.#left = left;
  }

  /** Whether the turn that runs has had its share. */
  readonly isOver = (): boolean => this.#left() <= this.#turnEndsAt;

  /**
   * Answers every question from few replications first, then from twice as many and so on, as long as there is time:
   * each is given the same part of what is left, and what it does not use goes to the others. The question that was put
   * first comes after the points, and has all of the time until it is answered.
   */
  async give(turns: readonly TimedQuestion[], most: number): Promise<void> {
    for (const replications of roundsUpTo(most)) {
      for (let open = turns; open.length > 0; ) {
        const unfinished: TimedQuestion[] = [];
        for (const [index, turn] of open.entries()) {
          if (this.#left() <= 0) return;
          const isFirst = turn === turns[1] && !this.answered.has(turn.name);
          const sharers = isFirst ? 1 : open.length - index;
          const isAnswered = await this.#take(turn, replications, sharers);
          if (!isAnswered) unfinished.push(turn);
        }
        open = unfinished;
      }
    }
  }

  async #take(
    { name, answer, isGoodWhenCut }: TimedQuestion,
    replications: number,
    sharers: number,
  ): Promise<boolean> {
    const left = this.#left();
    const share = left / sharers;
    this.#turnEndsAt = left - share;
    let wasCut = false;
    const isTimeUp = (): boolean => {
      wasCut ||= this.#left() <= left - CHOOSING_SHARE * share;
      return wasCut;
    };
    try {
      const keep = await answer(replications, isTimeUp);
      const earlier = this.answered.get(name);
      if (wasCut && earlier?.isWhole === true && !isGoodWhenCut) return false;
      keep();
      this.answered.set(name, { replications, isWhole: !wasCut });
      return !wasCut;
    } catch (error) {
      if (error instanceof TurnTimeout) return false;
      throw error;
    } finally {
      this.#turnEndsAt = 0;
    }
  }
}

function roundsUpTo(most: number): readonly number[] {
  const rounds = [Math.min(FEWEST_REPLICATIONS, most)];
  for (let count = 2 * FEWEST_REPLICATIONS; count < most; count *= 2) rounds.push(count);
  return most > FEWEST_REPLICATIONS ? [...rounds, most] : rounds;
}
