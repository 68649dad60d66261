import type * as english from '../section-forms.ts'
import { formatNumber, plural } from '../plural.ts'

export const sectionFormTexts: typeof english.sectionFormTexts = {
  addAfter: 'Abschnitt danach hinzufügen',
  addTask: 'Hier eine Aufgabe erstellen',
  setStatus: 'Status…',
  setColor: 'Farbe…',
  setLimit: 'Limit…',
  newTitle: 'Neuer Abschnitt',
  editTitle: 'Abschnitt bearbeiten',
  name: 'Name',
  nameMissing: 'Gib einen Namen ein',
  nameTaken: 'Ein anderer Abschnitt hat diesen Namen. Gib einen anderen ein.',
  status: 'Status seiner Aufgaben',
  anyStatus: 'Beliebiger Status',
  statusHint: 'Hierher verschobene Aufgaben bekommen diesen Status, und Aufgaben mit diesem Status kommen hierher.',
  statusFollows: (n, status) =>
    plural(n, {
      one: `Seine # Aufgabe bekommt den Status ${status}.`,
      other: `Seine # Aufgaben bekommen den Status ${status}.`,
    }),
  color: 'Farbe',
  noColor: 'Keine Farbe',
  colors: {
    blue: 'Blau',
    teal: 'Türkis',
    orange: 'Orange',
    purple: 'Lila',
    green: 'Grün',
    pink: 'Rosa',
    sky: 'Himmelblau',
    olive: 'Oliv',
    violet: 'Violett',
    gray: 'Grau',
  },
  limit: 'Limit für Aufgaben',
  limitHint: 'Rot angezeigt, wenn es mehr sind. Es hindert niemanden daran, Aufgaben hinzuzufügen.',
  limitInvalid: 'Gib eine ganze Zahl von 1 bis 999 ein oder lass das Feld leer.',
  save: 'Speichern',
  create: 'Abschnitt erstellen',
  cancel: 'Abbrechen',

  deleteTitle: (name) => `„${name}“ löschen?`,
  deleteTasks: (n) =>
    n === 0
      ? 'Er hat keine Aufgaben. Das lässt sich nicht rückgängig machen.'
      : plural(n, {
          one: 'Seine # Aufgabe wird nicht gelöscht: Sie behält ihren Status und ist danach in keinem Abschnitt. Das lässt sich nicht rückgängig machen.',
          other:
            'Seine # Aufgaben werden nicht gelöscht: Sie behalten ihren Status und sind danach in keinem Abschnitt. Das lässt sich nicht rückgängig machen.',
        }),
  deleteNow: 'Abschnitt löschen',

  created: (name) => `Abschnitt „${name}“ erstellt`,
  changed: (name) => `Abschnitt „${name}“ geändert`,
  moved: (name, place, of) => `Abschnitt „${name}“ auf ${formatNumber(place)} von ${formatNumber(of)} verschoben`,
  deleted: (name) => `Abschnitt „${name}“ gelöscht`,
}
