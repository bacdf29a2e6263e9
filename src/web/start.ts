import { copyCommands } from './copy-buttons.ts';

// Nothing here is needed to read a page: it switches, copies and points.
switchTheme();
copyCommands();
for (const drawing of document.querySelectorAll<HTMLElement>('.network')) pointAtNetwork(drawing);

/** Lets the button choose between the system's theme, light and dark. */
function switchTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('#theme');
  if (!button) return;
  const themes = ['system', 'light', 'dark'];
  let current = stored() ?? 'system';
  const show = (): void => {
    if (current === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = current;
    button.textContent = `Theme: ${current}`;
  };
  button.addEventListener('click', () => {
    current = themes[(themes.indexOf(current) + 1) % themes.length] ?? 'system';
    store(current);
    show();
  });
  button.hidden = false;
  show();
}

// A page opened from a file may not be allowed to keep anything.
function stored(): string | null {
  try {
    return localStorage.getItem('millrace-theme');
  } catch {
    return null;
  }
}

function store(theme: string): void {
  try {
    localStorage.setItem('millrace-theme', theme);
  } catch {
    // Then the choice lasts as long as the page.
  }
}

/** Says what the pointer or the arrow keys are at, and fades everything that has nothing to do with it. */
function pointAtNetwork(drawing: HTMLElement): void {
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
