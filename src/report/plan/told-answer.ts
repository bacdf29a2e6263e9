import type { Block, Figure } from '../blocks/block.ts';
import type { ToldMoves } from './money-moves.ts';

/** An answer of a plan as the terminal and the page tell it. */
export interface ToldAnswer {
  /** The plan's answer as a whole, where that is not what the scenario does as it stands. */
  readonly verdict?: { readonly sentence: string; readonly isMissed: boolean };
  /** A sentence to add to what the scenario does as it stands. */
  readonly remark?: string | undefined;
  readonly figure?: Figure;
  /** The money that it moves; absent: none, or that of several points. */
  readonly moves?: ToldMoves;
  readonly section: () => Block | null;
}
