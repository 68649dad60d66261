/* Menus of the list, as one lazily loaded chunk. */
export { openDisplayOptions } from './display-options.tsx'
export { buildListCommands } from './list-commands.ts'
export { openMoreMenu } from './more-menu.tsx'
export { openProjectDialog } from '../projects/project-dialog.tsx'
export { saveViewChanges } from '../views/save-view.tsx'
