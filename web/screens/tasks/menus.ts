/* What is done with a list as a whole, as one part that is loaded late. */
export { openDisplay } from './display.tsx'
export { openMore } from './more.tsx'
export { saveChanges } from './saving.tsx'
