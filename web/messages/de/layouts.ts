import type * as english from '../layouts.ts'

export const layoutTexts: typeof english.layoutTexts = {
  layout: 'Layout',
  switchLayout: 'Layout wechseln',
  list: 'Liste',
  board: 'Board',
  calendar: 'Kalender',
  timeline: 'Zeitleiste',
  today: 'Heute',
  undo: 'Rückgängig',
}
