import { copyCommands } from './copy-buttons.ts';
import { pointAtNetwork } from './network-pointer.ts';
import { filterOperations } from './operations-filter.ts';
import { switchTheme } from './theme-switch.ts';

// Nothing here is needed to read a page: it switches, copies, filters and points.
switchTheme();
copyCommands();
filterOperations();
for (const drawing of document.querySelectorAll<HTMLElement>('.network')) pointAtNetwork(drawing);
