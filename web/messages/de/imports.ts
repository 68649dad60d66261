import type * as english from '../imports.ts'
import { formatNumber } from '../plural.ts'

export const importTexts: typeof english.importTexts = {
  intro: 'Übernimm Arbeit aus einem anderen Dienst. Der erste Schritt ist eine Prüfung, die nichts ändert.',
  notAllowed:
    'Aus anderen Diensten importieren können nur Admins der Organisation, und Inhaber eines Projekts in dieses.',
  notAllowedAsk: (names) => `Frage ${names}.`,
  title: 'Neuer Import',
  source: 'Aus',
  ownersHint:
    'Als Inhaber eines Projekts importierst du Tabellen und Archive in dieses. Frage für andere einen Admin der Organisation.',
  file: 'Datei',
  choose: 'Datei auswählen',
  drop: 'oder hier ablegen',
  otherFile: 'Andere Datei auswählen',
  target: 'In',
  newProjects: 'Neue Projekte',
  timeZone: 'Zeitzone der Datei',
  timeZoneHint: 'Für Zeiten ohne eigene Angabe.',
  columns: 'Spalten',
  columnsHint: 'Was jede Spalte der Tabelle bedeutet. Andere werden mit der Aufgabe gespeichert.',
  column: 'Spalte',
  sample: 'Erste Zeilen',
  means: 'Bedeutung',
  meansFor: (column) => `Bedeutung von ${column}`,
  unnamed: (number) => `Spalte ${formatNumber(number)}`,
  needsTitle: 'Wähle die Spalte mit dem Titel aus.',
  unreadable: 'Der Browser konnte die Datei nicht lesen.',
  check: 'Datei prüfen',
  checkHint: 'Zeigt, was ein Import tun würde. Es wird nichts geändert.',
  upload: 'Wird hochgeladen',
  earlier: 'Frühere Importe',
  none: 'Noch keine Importe.',
  back: 'Alle Importe',
  unknown: 'Diesen Import gibt es nicht, oder du kannst ihn nicht lesen.',
  checked: 'Prüfung',
  by: (name) => `von ${name}`,
  started: 'Gestartet',
  phaseOf: (step, done) => `${step}: ${done} fertig`,
  wouldDo: 'Was der Import tun würde',
  didDo: 'Was importiert wurde',
  kind: 'Art',
  notes: 'Was der Datei fehlt',
  report: 'Was nicht unverändert übernommen wurde',
  reportNone: 'Alles wurde unverändert übernommen.',
  reportCsv: 'CSV herunterladen',
  line: (line) => `Zeile ${formatNumber(line)}`,
  people: 'Personen ohne Mitglied',
  peopleHint:
    'Sie werden zu Platzhaltern: Autoren und Zuständige, die sich nicht anmelden können. Wähle ein Mitglied aus, das stattdessen eingesetzt wird.',
  placeholder: 'Platzhalter',
  states: 'Spalten ohne Status',
  statesHint: 'Aufgaben darin behalten den Status aus der Datei. Wähle einen Status aus, um ihn für alle zu setzen.',
  noStatus: 'Kein Status',
  run: 'Jetzt importieren',
  checkAgain: 'Erneut prüfen',
  undo: 'Import rückgängig machen…',
  undoTitle: (file) => `Import von ${file} rückgängig machen?`,
  undoTexts: [
    'Löscht alles, was dieser Import erstellt hat.',
    'Was seither geändert oder kommentiert wurde, bleibt und wird im Bericht aufgeführt.',
  ],
  undoConfirm: 'Rückgängig machen',
  failed: 'Der Import ist fehlgeschlagen.',
  failedUndo: 'Was er vorher geschrieben hat, lässt sich rückgängig machen.',
  finishedSaid: 'Der Import ist fertig.',
  checkedSaid: 'Die Prüfung ist fertig.',
}

export const sourceNames: typeof english.sourceNames = {
  csv: 'Tabelle (CSV)',
  trello: 'Trello',
  jira: 'Jira',
  todoist: 'Todoist',
  linear: 'Linear',
  neutral: 'Archiv dieses Dienstes',
}

export const sourceHints: typeof english.sourceHints = {
  csv: 'Eine CSV-Datei mit Kopfzeile, mit jeder üblichen Kodierung und jedem üblichen Trennzeichen. Eine Zeile ist eine Aufgabe.',
  trello: 'Board-Menü → Drucken, exportieren und teilen → Als JSON exportieren.',
  jira: 'Nach Vorgängen suchen → Exportieren → CSV (alle Felder).',
  todoist: 'Projektmenü → Als CSV exportieren. Erledigte Aufgaben sind nicht enthalten.',
  linear: 'Settings → Import / Export → Export CSV. Kommentare und Anhänge sind nicht enthalten.',
  neutral: 'Ein Zip-Archiv im Datenformat, etwa der Export eines Projekts.',
}

export const importPhaseNames: typeof english.importPhaseNames = {
  reading: 'Datei wird gelesen…',
  checking: 'Daten werden geprüft…',
  writing: 'Wird geschrieben…',
  undoing: 'Wird rückgängig gemacht…',
  finished: 'Fertig',
  failed: 'Fehlgeschlagen',
  undone: 'Rückgängig gemacht',
}

export const outcomeNames: typeof english.outcomeNames = {
  rejected: 'Ausgelassen',
  changed: 'Angepasst',
  conflict: 'Konflikt',
  skipped: 'Übersprungen',
  retained: 'Behalten',
}

export const countNames: typeof english.countNames = {
  created: 'neu',
  updated: 'aktualisiert',
  unchanged: 'unverändert',
  matched: 'schon vorhanden',
  changed: 'angepasst',
  rejected: 'ausgelassen',
  conflict: 'im Konflikt',
  skipped: 'übersprungen',
  retained: 'behalten',
  deleted: 'gelöscht',
}

export const columnMeanings: typeof english.columnMeanings = {
  title: 'Titel',
  description: 'Beschreibung',
  status: 'Status',
  section: 'Abschnitt',
  project: 'Projekt',
  priority: 'Priorität',
  assignee: 'Zuständig',
  tags: 'Tags',
  start_date: 'Startdatum',
  due_date: 'Fälligkeitsdatum',
  created_at: 'Erstellt am',
  completed_at: 'Erledigt am',
  parent: 'ID der übergeordneten Aufgabe',
  id: 'ID',
  url: 'URL',
  extra: 'Mit der Aufgabe speichern',
  ignore: 'Auslassen',
}
