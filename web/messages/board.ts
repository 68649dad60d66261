import { defineMessages } from './define-messages.ts'
import { formatNumber } from './plural.ts'

/** Texts of boards that lists do not need. */
export const boardTexts = defineMessages('boardTexts', {
  notByHand: 'This board is sorted automatically. Sort by order in section to arrange cards by hand.',
  sorted: 'Sorted automatically: the card lands where it belongs.',
  movedTo: (title: string, column: string, place: number, of: number) =>
    `“${title}” is now in ${column}, ${formatNumber(place)} of ${formatNumber(of)}.`,
  laneDown: 'Move to the lane below',
  laneUp: 'Move to the lane above',
  lane: (name: string) => `Lane: ${name}`,
  movedIn: (cell: string) => `Moved to ${cell}`,
})
