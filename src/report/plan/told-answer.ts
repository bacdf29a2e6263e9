import { type Block, type Figure, pageOnly } from '../blocks/block.ts';
import type { ToldMoves } from './money-moves.ts';

/** An answer of a plan as the terminal and the page tell it. */
export interface ToldAnswer {
  /** The plan's answer as a whole, where that is not what the scenario does as it stands. */
  readonly verdict?: { readonly sentence: string; readonly isMissed: boolean };
  /** A sentence to add to what the scenario does as it stands. */
  readonly remark?: string | undefined;
  /** A sentence beside another answer: this one meets the goal, too. */
  readonly alsoMeets?: string | undefined;
  readonly figure?: Figure;
  /** The money that it moves; absent: none, or that of several points. */
  readonly moves?: ToldMoves;
  /** The drawing of it, for a page. */
  readonly chart?: (() => Block) | undefined;
  /** All else that is said of it. */
  readonly section: () => Block | null;
}

/** The section of an answer, under its drawing where that does not stand at the head of the page. */
export function drawnSection({ section, chart }: ToldAnswer, isAtHead = false): Block | null {
  const block = section();
  if (block?.kind !== 'section' || chart === undefined || isAtHead) return block;
  return { ...block, blocks: [pageOnly(chart), block.blocks] };
}
