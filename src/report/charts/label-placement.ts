/** Where something stands in a drawing, from 0 to 1 both across and down. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/** Something to be labelled, with the radius its mark has at this size. */
export interface LabelledPoint extends Position {
  readonly text: string;
  readonly radiusPx: number;
}

/** A label beside its point: an offset in pixels from it and where the text is anchored. */
export interface PlacedLabel {
  readonly point: LabelledPoint;
  readonly dx: number;
  readonly dy: number;
  readonly anchor: 'start' | 'end' | 'middle';
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

// A generous estimate for system fonts at 12 px: too wide only costs a label, too narrow makes two overlap.
const CHARACTER_PX = 7.4;
const LINE_PX = 15;
const GAP_PX = 4;

/**
 * Labels as many points as fit in the order given without touching another label, a mark or the edge.
 * Labels that fit at this size fit at every larger one too: points move apart, labels keep their size.
 */
export function placeLabels(
  points: readonly LabelledPoint[],
  size: Size & { readonly most: number },
): readonly PlacedLabel[] {
  const taken: Box[] = points.map((point) => markBox(point, size));
  const placed: PlacedLabel[] = [];
  for (const point of points) {
    if (placed.length >= size.most) break;
    const ownMark = taken[points.indexOf(point)];
    const chosen = candidates(point).find((candidate) => {
      const box = labelBox(candidate, size);
      return isInside(box, size) && taken.every((other) => other === ownMark || !overlaps(box, other));
    });
    if (!chosen) continue;
    placed.push(chosen);
    taken.push(labelBox(chosen, size));
  }
  return placed;
}

function candidates(point: LabelledPoint): readonly PlacedLabel[] {
  const away = point.radiusPx + GAP_PX;
  return [
    { point, dx: away, dy: 4, anchor: 'start' },
    { point, dx: -away, dy: 4, anchor: 'end' },
    { point, dx: 0, dy: -away, anchor: 'middle' },
    { point, dx: 0, dy: away + 10, anchor: 'middle' },
  ];
}

function labelBox({ point, dx, dy, anchor }: PlacedLabel, size: Size): Box {
  const width = point.text.length * CHARACTER_PX;
  const from = { start: 0, middle: -width / 2, end: -width }[anchor];
  const left = point.x * size.widthPx + dx + from;
  const bottom = point.y * size.heightPx + dy + 3;
  return { left, right: left + width, top: bottom - LINE_PX, bottom };
}

function markBox({ x, y, radiusPx }: LabelledPoint, size: Size): Box {
  const across = x * size.widthPx;
  const down = y * size.heightPx;
  return { left: across - radiusPx, right: across + radiusPx, top: down - radiusPx, bottom: down + radiusPx };
}

function isInside({ left, right, top, bottom }: Box, size: Size): boolean {
  return left >= 0 && top >= 0 && right <= size.widthPx && bottom <= size.heightPx;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
