import type * as english from '../projects.ts'

export const projectSettingTexts: typeof english.projectSettingTexts = {
  about: 'Über das Projekt',
  edit: 'Projekt bearbeiten…',
  title: 'Projekt bearbeiten',
  name: 'Name',
  nameMissing: 'Gib einen Namen ein',
  prefix: 'Präfix der Aufgabenschlüssel',
  prefixHint: (key) =>
    `Steht in Schlüsseln wie ${key}. Nach einer Änderung führen alle Schlüssel mit früheren Präfixen weiterhin zu ihren Aufgaben: in Links, Commits, Branches und Texten.`,
  prefixChange: (before, after) =>
    `${before}-12 wird als ${after}-12 angezeigt, und ${before}-12 führt weiterhin dorthin. Kein anderes Projekt kann ${before} verwenden.`,
  prefixInvalid: 'Gib 2 bis 10 Buchstaben oder Ziffern ein, beginnend mit einem Buchstaben.',
  icon: 'Symbol',
  noIcon: 'Kein Symbol',
  icons: {
    goal: 'Zielscheibe',
    flag: 'Flagge',
    bug: 'Käfer',
    layers: 'Ebenen',
    chart: 'Diagramm',
    diamond: 'Raute',
    robot: 'Roboter',
    organization: 'Gebäude',
    mail: 'Brief',
    calendar: 'Kalender',
    lock: 'Schloss',
    inbox: 'Posteingang',
  },
  save: 'Speichern',
  cancel: 'Abbrechen',
  changed: (name) => `Projekt „${name}“ geändert`,
}
