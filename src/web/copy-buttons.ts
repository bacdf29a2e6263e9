/** Gives every command line its button. */
export function copyCommands(within: ParentNode = document): void {
  for (const button of within.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const code = button.parentElement?.querySelector('code');
    if (!code) continue;
    button.hidden = false;
    const say = (text: string): void => {
      button.textContent = text;
    };
    button.addEventListener('click', () => {
      // Pages that come over plain HTTP from another machine get no clipboard.
      if (!isSecureContext) {
        select(code, say);
        return;
      }
      navigator.clipboard.writeText(code.textContent ?? '').then(
        () => say('Copied'),
        () => select(code, say),
      );
    });
    for (const leaving of ['pointerleave', 'blur']) button.addEventListener(leaving, () => say('Copy'));
  }
}

// Without access to the clipboard the text is selected, one key away from being copied.
function select(code: Element, say: (text: string) => void): void {
  getSelection()?.selectAllChildren(code);
  say('Selected');
}
