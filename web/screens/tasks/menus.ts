/* Menus of the list, as one lazily loaded chunk. */
export { openDisplay } from './display.tsx'
export { openMore } from './more.tsx'
export { saveChanges } from './saving.tsx'
