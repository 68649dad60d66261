import type * as english from '../board.ts'
import { formatNumber } from '../plural.ts'

export const boardTexts: typeof english.boardTexts = {
  notByHand:
    'Este tablero se ordena automáticamente. Ordena por el orden en la sección para colocar las tarjetas a mano.',
  sorted: 'Orden automático: la tarjeta va a su lugar.',
  movedTo: (title, column, place, of) =>
    `«${title}» está ahora en ${column}, ${formatNumber(place)} de ${formatNumber(of)}.`,
  laneDown: 'Mover al carril inferior',
  laneUp: 'Mover al carril superior',
  lane: (name) => `Carril: ${name}`,
  movedIn: (cell) => `Movido a ${cell}`,
}
