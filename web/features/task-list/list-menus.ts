/* Menus of the list, as one lazily loaded chunk. */
export { openDisplayOptions } from './display-options.tsx'
export { openMoreMenu } from './more-menu.tsx'
export { saveViewChanges } from '../views/save-view.tsx'
