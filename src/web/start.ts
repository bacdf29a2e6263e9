import { copyCommands } from './copy-buttons.ts';
import { pointAtNetwork } from './network-pointer.ts';
import { switchTheme } from './theme-switch.ts';

// Nothing here is needed to read a page: it switches, copies and points.
switchTheme();
copyCommands();
for (const drawing of document.querySelectorAll<HTMLElement>('.network')) pointAtNetwork(drawing);
