/** The browser side of every page. Generated from src/web: change it there. */
export const PAGE_SCRIPT = `
(() => {
'use strict';
/** Lets the button choose between the system's theme, light and dark. */
function switchTheme() {
    const button = document.querySelector('#theme');
    if (!button)
        return;
    const themes = ['system', 'light', 'dark'];
    let current = stored() ?? 'system';
    const show = () => {
        if (current === 'system')
            delete document.documentElement.dataset['theme'];
        else
            document.documentElement.dataset['theme'] = current;
        button.textContent = \`Theme: \${current}\`;
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
function stored() {
    try {
        return localStorage.getItem('millrace-theme');
    }
    catch {
        return null;
    }
}
function store(theme) {
    try {
        localStorage.setItem('millrace-theme', theme);
    }
    catch {
        // Then the choice lasts as long as the page.
    }
}
/** Gives every command line its button. */
function copyCommands() {
    for (const button of document.querySelectorAll('[data-copy]')) {
        const code = button.parentElement?.querySelector('code');
        if (!code)
            continue;
        button.hidden = false;
        const say = (text) => {
            button.textContent = text;
        };
        button.addEventListener('click', () => {
            // Pages that come over plain HTTP from another machine get no clipboard.
            if (!isSecureContext) {
                select(code, say);
                return;
            }
            navigator.clipboard.writeText(code.textContent ?? '').then(() => say('Copied'), () => select(code, say));
        });
        for (const leaving of ['pointerleave', 'blur'])
            button.addEventListener(leaving, () => say('Copy'));
    }
}
// Without access to the clipboard the text is selected, one key away from being copied.
function select(code, say) {
    getSelection()?.selectAllChildren(code);
    say('Selected');
}
/** Fills the operations table page by page with what the form asks for. */
function filterOperations() {
    const source = document.querySelector('#operations-data');
    const form = document.querySelector('#operations-filter');
    const search = form?.querySelector('input');
    const choice = form?.querySelector('select');
    const table = document.querySelector('#operations-table');
    const pages = table?.parentElement?.querySelector('.pages');
    if (!source || !form || !search || !choice || !table || !pages)
        return;
    const data = JSON.parse(source.textContent ?? '');
    const lowered = data.texts.map((text) => text.toLowerCase());
    let page = 0;
    const show = () => {
        const wanted = search.value.trim().toLowerCase();
        const result = choice.value;
        const matching = data.rows.filter((row) => {
            const last = row.at(-1);
            if (result !== '' && (last === undefined || data.texts[last] !== result))
                return false;
            return wanted === '' || row.some((cell) => lowered[cell]?.includes(wanted));
        });
        const from = page * data.rowsPerPage;
        const shown = matching.slice(from, from + data.rowsPerPage);
        table.tBodies[0]?.replaceChildren(...shown.map((row) => rowOf(row, data)));
        if (table.caption)
            table.caption.textContent = captionOf({
                from,
                shown: shown.length,
                matching: matching.length,
                all: data.rows.length,
            });
        for (const button of pages.querySelectorAll('[data-page]')) {
            const target = page + Number(button.dataset['page']);
            button.disabled = target < 0 || target * data.rowsPerPage >= matching.length;
        }
    };
    pages.addEventListener('click', (event) => {
        const button = event.target.closest('[data-page]');
        if (!button)
            return;
        page += Number(button.dataset['page']);
        show();
    });
    form.addEventListener('input', () => {
        page = 0;
        show();
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    form.hidden = false;
    pages.hidden = false;
    show();
}
function captionOf({ from, shown, matching, all, }) {
    const number = (value) => value.toLocaleString('en');
    if (matching === 0)
        return \`None of \${number(all)} matches\`;
    const of = matching === all ? number(all) : \`\${number(matching)} that match, of \${number(all)}\`;
    return \`\${number(from + 1)} to \${number(from + shown)} of \${of}\`;
}
function rowOf(row, data) {
    const element = document.createElement('tr');
    row.forEach((cell, index) => {
        const column = data.columns[index];
        const place = element.insertCell();
        place.textContent = data.texts[cell] ?? '';
        place.dataset['label'] = column?.name ?? '';
        if (column?.number)
            place.className = 'number';
    });
    return element;
}
/** Says what the pointer or the arrow keys are at, and fades everything that has nothing to do with it. */
function pointAtNetwork(drawing) {
    const svg = drawing.querySelector('svg');
    const output = drawing.parentElement?.querySelector('output');
    if (!svg || !output)
        return;
    const nodes = [...svg.querySelectorAll('.node')];
    const channels = [...svg.querySelectorAll('.channel')];
    const light = (target) => {
        for (const lit of svg.querySelectorAll('.lit'))
            lit.classList.remove('lit');
        svg.classList.toggle('focusing', target !== null);
        output.textContent = target?.dataset['detail'] ?? '';
        if (!target)
            return;
        target.classList.add('lit');
        const { node } = target.dataset;
        for (const channel of channels) {
            const ends = channel.dataset['ends']?.split(' ') ?? [];
            if (channel !== target && (node === undefined || !ends.includes(node)))
                continue;
            channel.classList.add('lit');
            for (const end of ends)
                nodes[Number(end)]?.classList.add('lit');
        }
    };
    const targetOf = (event) => event.target.closest('[data-detail]');
    svg.addEventListener('pointerover', (event) => light(targetOf(event)));
    svg.addEventListener('pointerleave', () => light(null));
    svg.addEventListener('focusin', (event) => light(targetOf(event)));
    svg.addEventListener('focusout', () => light(null));
    svg.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        const index = nodes.findIndex((node) => node === document.activeElement);
        const next = step === undefined || index === -1 ? undefined : nodes[(index + step + nodes.length) % nodes.length];
        if (!next)
            return;
        event.preventDefault();
        nodes[index]?.setAttribute('tabindex', '-1');
        next.setAttribute('tabindex', '0');
        next.focus();
    });
}
// Nothing here is needed to read a page: it switches, copies, filters and points.
switchTheme();
copyCommands();
filterOperations();
for (const drawing of document.querySelectorAll('.network'))
    pointAtNetwork(drawing);
})();
`;
