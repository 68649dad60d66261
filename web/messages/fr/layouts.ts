import type * as english from '../layouts.ts'

export const layoutTexts: typeof english.layoutTexts = {
  layout: 'Disposition',
  switchLayout: 'Changer de disposition',
  list: 'Liste',
  board: 'Tableau',
  calendar: 'Calendrier',
  timeline: 'Chronologie',
  today: 'Aujourd’hui',
  undo: 'Annuler',
}
