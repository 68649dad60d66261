import type * as english from '../my-work.ts'
import { formatNumber, plural } from '../plural.ts'

export const myWorkTexts: typeof english.myWorkTexts = {
  title: 'Meine Arbeit',
  section: 'Meine Arbeit',
  overdue: 'Überfällig',
  overdueHint: 'Überfällig und noch nicht eingeplant.',
  today: 'Heute',
  todayHint: 'Heute fällig und noch nicht eingeplant.',
  empty: 'Dir ist nichts zugewiesen.',
  newTask: 'Neue Aufgabe',
  emptyLane: 'Keine Aufgaben. Ziehe eine hierher oder drücke Alt mit einer Pfeiltaste.',
  emptyLaneOnPhone: 'Keine Aufgaben.',
  count: (count) => plural(count, { one: '# Aufgabe', other: '# Aufgaben' }),
  moveTo: 'Verschieben…',
  moveToOf: (title) => `„${title}“ verschieben…`,
  out: 'Aus Meine Arbeit entfernen',
  moved: (title, section) => `„${title}“ nach ${section} verschoben`,
  movedOut: (title) => `„${title}“ aus Meine Arbeit entfernt`,
  placed: (title, place, count) => `„${title}“ ist ${formatNumber(place)} von ${formatNumber(count)}`,
  due: (day) => `Fällig: ${day}`,
  next: 'Nächste Aufgabe',
  previous: 'Vorige Aufgabe',
  laneAfter: 'Nächster Abschnitt',
  laneBefore: 'Voriger Abschnitt',
  moveAfter: 'In den nächsten Abschnitt verschieben',
  moveBefore: 'In den vorigen Abschnitt verschieben',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  open: 'Aufgabe öffnen',
  status: 'Status festlegen',
  priority: 'Priorität festlegen',
  dueKey: 'Fälligkeit festlegen',
  noDragging: 'Ziehen und Ablegen ist gerade nicht verfügbar. Verwende die Tastatur oder „Verschieben…“.',
}

export const laneNames: typeof english.laneNames = { Assigned: 'Zugewiesen', Doing: 'In Arbeit', Later: 'Später' }
