import type * as english from '../palette.ts'
import { plural } from '../plural.ts'

export const paletteTexts: typeof english.paletteTexts = {
  title: 'Befehlspalette',
  placeholder: 'Aufgaben, Projekte, Personen und Befehle suchen',
  commands: 'Befehle',
  tasks: 'Aufgaben',
  projects: 'Projekte',
  teams: 'Teams',
  people: 'Personen',
  views: 'Ansichten',
  hint: '+ Projekte, @ Personen, > Befehle',
  searchAll: (text) => `Alle Aufgaben nach „${text}“ durchsuchen`,
  newTask: (text) => `Neue Aufgabe „${text}“`,
  nothing: 'Keine Treffer',
  searching: 'Suche läuft',
  found: (count) => plural(count, { one: '# Treffer', other: '# Treffer' }),
}

export const searchTexts: typeof english.searchTexts = {
  title: 'Suche',
  label: 'Aufgaben suchen',
  placeholder: 'Text in Titel oder Beschreibung',
  inTitles: 'Nur Titel',
  hint: 'Gib einen Teil eines Titels oder einer Beschreibung ein.',
  nothing: (text) => `Keine Aufgabe enthält „${text}“.`,
  count: (count) => plural(count, { one: '# Aufgabe', other: '# Aufgaben' }),
}
