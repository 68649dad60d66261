import type * as english from '../board.ts'
import { formatNumber } from '../plural.ts'

export const boardTexts: typeof english.boardTexts = {
  notByHand:
    'Dieses Board wird automatisch sortiert. Sortiere nach der Reihenfolge im Abschnitt, um Karten von Hand anzuordnen.',
  sorted: 'Automatisch sortiert: Die Karte kommt an ihren Platz.',
  movedTo: (title, column, place, of) =>
    `„${title}“ ist jetzt in ${column}, ${formatNumber(place)} von ${formatNumber(of)}.`,
  laneDown: 'In die Bahn darunter verschieben',
  laneUp: 'In die Bahn darüber verschieben',
  lane: (name) => `Bahn: ${name}`,
  movedIn: (cell) => `Verschoben nach ${cell}`,
}
