/** Says what the pointer or the arrow keys are at, and fades everything that has nothing to do with it. */
export function pointAtNetwork(drawing: HTMLElement): void {
  const svg = drawing.querySelector('svg');
  const output = drawing.parentElement?.querySelector('output');
  if (!svg || !output) return;
  const nodes = [...svg.querySelectorAll<SVGGElement>('.node')];
  const channels = [...svg.querySelectorAll<SVGGElement>('.channel')];
  const light = (target: SVGGElement | null): void => {
    for (const lit of svg.querySelectorAll('.lit')) lit.classList.remove('lit');
    svg.classList.toggle('focusing', target !== null);
    output.textContent = target?.dataset['detail'] ?? '';
    if (!target) return;
    target.classList.add('lit');
    const { node } = target.dataset;
    for (const channel of channels) {
      const ends = channel.dataset['ends']?.split(' ') ?? [];
      if (channel !== target && (node === undefined || !ends.includes(node))) continue;
      channel.classList.add('lit');
      for (const end of ends) nodes[Number(end)]?.classList.add('lit');
    }
  };
  const targetOf = (event: Event): SVGGElement | null =>
    (event.target as Element).closest<SVGGElement>('[data-detail]');
  svg.addEventListener('pointerover', (event) => light(targetOf(event)));
  svg.addEventListener('pointerleave', () => light(null));
  svg.addEventListener('focusin', (event) => light(targetOf(event)));
  svg.addEventListener('focusout', () => light(null));
  svg.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const index = nodes.findIndex((node) => node === document.activeElement);
    const next =
      step === undefined || index === -1 ? undefined : nodes[(index + step + nodes.length) % nodes.length];
    if (!next) return;
    event.preventDefault();
    nodes[index]?.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  });
}
