import uPlot from 'uplot';
import { element, onOtherTheme, themeColour } from './dom.ts';
import type { StoryContext } from './story.ts';

const HEIGHT_PX = 220;

/** Amounts over the run, drawn as steps; scenario events and the moment that was chosen are marked. */
export function moneyChart({
  moments,
  series,
  context: { data, atMs },
  label,
}: {
  readonly moments: readonly number[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly context: StoryContext;
  readonly label: string;
}): HTMLElement {
  const place = element('div', { class: 'chart', role: 'img', 'aria-label': label });
  // Drawn when the story has its width.
  const observer = new ResizeObserver(([entry]) => {
    const width = Math.floor(entry?.contentRect.width ?? 0);
    if (width === 0) return;
    if (chart === undefined) chart = drawn(width);
    else if (chart.width !== width) chart.setSize({ width, height: HEIGHT_PX });
  });
  let chart: uPlot | undefined;
  const drawn = (width: number): uPlot => {
    const [ink, line] = [themeColour(place, '--muted'), themeColour(place, '--line')];
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    return new uPlot(
      {
        width,
        height: HEIGHT_PX,
        scales: {
          x: { time: false },
          y: { range: (_, least, most) => [Math.min(0, least), most === 0 ? 1 : most * 1.05] },
        },
        axes: [
          { ...axis, values: (_, ticks) => ticks.map((tick) => `${tick} s`) },
          { ...axis, size: 64, values: (_, ticks) => ticks.map((tick) => tick.toLocaleString('en')) },
        ],
        series: [
          { label: 'Time', value: (_, value) => (value === null ? '–' : `${value.toFixed(2)} s`) },
          ...series.map(({ name }, at) => ({
            label: name,
            stroke: themeColour(place, at === 0 ? '--fill' : '--warn-fill'),
            width: 2,
            paths: uPlot.paths.stepped?.({ align: 1 }) as uPlot.Series.PathBuilder,
            points: { show: false },
            value: (_: uPlot, value: number | null) => (value === null ? '–' : value.toLocaleString('en')),
          })),
        ],
        hooks: { draw: [(self) => marks(self, { ink, chosen: themeColour(place, '--warn') })] },
      },
      [moments.map((ms) => ms / 1000), ...series.map(({ values }) => [...values])],
      place,
    );
  };
  const marks = (self: uPlot, { ink, chosen }: { readonly ink: string; readonly chosen: string }): void => {
    for (const event of data.packed.events) mark(self, event.atMs, ink);
    if (atMs !== undefined) mark(self, atMs, chosen);
  };
  observer.observe(place);
  onOtherTheme(() => {
    if (chart === undefined || !place.isConnected) return;
    chart.destroy();
    chart = drawn(chart.width);
  });
  return place;
}

function mark(chart: uPlot, atMs: number, colour: string): void {
  const { ctx, bbox } = chart;
  const x = Math.round(chart.valToPos(atMs / 1000, 'x', true));
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
