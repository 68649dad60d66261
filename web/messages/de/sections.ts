import type * as english from '../sections.ts'
import { formatNumber, plural } from '../plural.ts'

export const sectionTexts: typeof english.sectionTexts = {
  section: 'Abschnitte',
  options: (name) => `Optionen von ${name}`,
  add: 'Abschnitt hinzufügen',
  noKeys: 'Abschnitte können gerade nicht geändert werden.',
  rename: 'Umbenennen…',
  moveLeft: 'Nach links',
  moveRight: 'Nach rechts',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  delete: 'Löschen…',
  count: (n, limit) => `${formatNumber(n)}/${formatNumber(limit)}`,
  overLimit: (n, limit) =>
    `${plural(n, { one: '# Aufgabe', other: '# Aufgaben' })}, über dem Limit von ${formatNumber(limit)}`,
  means: (status) => `Status seiner Aufgaben: ${status}`,
}
