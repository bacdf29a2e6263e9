/** Gives every command line its button. */
export function copyCommands(within: ParentNode = document): void {
  for (const button of within.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const code = button.parentElement?.querySelector('code');
    if (!code) continue;
    button.hidden = false;
    button.addEventListener('click', () => copyText(code.textContent ?? '', button, code));
    for (const leaving of ['pointerleave', 'blur'])
      button.addEventListener(leaving, () => {
        button.textContent = 'Copy';
      });
  }
}

/** Copies a text; without access to the clipboard it is selected, or shown, one key away from being copied. */
export function copyText(text: string, button: HTMLElement, code?: Element): void {
  const answer = (words: string): void => {
    button.textContent = words;
  };
  const select = (): void => {
    if (code) getSelection()?.selectAllChildren(code);
    answer(code ? 'Selected' : text);
  };
  // Pages that come over plain HTTP from another machine get no clipboard.
  if (isSecureContext) navigator.clipboard.writeText(text).then(() => answer('Copied'), select);
  else select();
}
