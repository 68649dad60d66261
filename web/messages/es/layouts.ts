import type * as english from '../layouts.ts'

export const layoutTexts: typeof english.layoutTexts = {
  layout: 'Diseño',
  switchLayout: 'Cambiar el diseño',
  list: 'Lista',
  board: 'Tablero',
  calendar: 'Calendario',
  timeline: 'Cronograma',
  today: 'Hoy',
  undo: 'Deshacer',
}
