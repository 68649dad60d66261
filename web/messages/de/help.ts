import type * as english from '../help.ts'

export const helpTexts: typeof english.helpTexts = {
  title: 'Tastenkürzel',
  off: 'Kürzel mit einzelnen Tasten sind ausgeschaltet.',
  search: 'Tastenkürzel suchen',
  nothing: 'Kein Kürzel hat diesen Namen oder diese Taste.',
  settings: 'Einstellungen',
}
