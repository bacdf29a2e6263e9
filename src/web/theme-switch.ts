/** Lets the button choose between the system's theme, light and dark. */
export function switchTheme(): void {
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
