import type * as english from '../board.ts'
import { formatNumber } from '../plural.ts'

export const boardTexts: typeof english.boardTexts = {
  notByHand: 'Ce tableau est trié automatiquement. Triez par ordre dans la section pour disposer les cartes à la main.',
  sorted: 'Tri automatique : la carte va à sa place.',
  movedTo: (title, column, place, of) =>
    `« ${title} » est maintenant dans ${column}, ${formatNumber(place)} sur ${formatNumber(of)}.`,
  laneDown: 'Déplacer vers le couloir du dessous',
  laneUp: 'Déplacer vers le couloir du dessus',
  lane: (name) => `Couloir : ${name}`,
  movedIn: (cell) => `Déplacé vers ${cell}`,
}
