import type * as english from '../sections.ts'
import { formatNumber, plural } from '../plural.ts'

export const sectionTexts: typeof english.sectionTexts = {
  section: 'Sections',
  options: (name) => `Options de ${name}`,
  add: 'Ajouter une section',
  noKeys: 'Les sections ne peuvent pas être modifiées pour le moment.',
  rename: 'Renommer…',
  moveLeft: 'Déplacer à gauche',
  moveRight: 'Déplacer à droite',
  moveUp: 'Monter',
  moveDown: 'Descendre',
  delete: 'Supprimer…',
  count: (n, limit) => `${formatNumber(n)}/${formatNumber(limit)}`,
  overLimit: (n, limit) =>
    `${plural(n, { one: '# tâche', other: '# tâches' })}, au-delà de la limite de ${formatNumber(limit)}`,
  means: (status) => `Statut de ses tâches : ${status.toLowerCase()}`,
}
