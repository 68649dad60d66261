import type * as english from '../my-work.ts'
import { formatNumber, plural } from '../plural.ts'

export const myWorkTexts: typeof english.myWorkTexts = {
  title: 'Mon travail',
  section: 'Mon travail',
  overdue: 'En retard',
  overdueHint: 'Échéance dépassée et pas encore planifié.',
  today: 'Aujourd’hui',
  todayHint: 'À rendre aujourd’hui et pas encore planifié.',
  empty: 'Rien ne vous est assigné.',
  newTask: 'Nouvelle tâche',
  emptyLane: 'Aucune tâche. Déposez-en une ici, ou appuyez sur Alt et une touche fléchée.',
  emptyLaneOnPhone: 'Aucune tâche.',
  count: (count) => plural(count, { one: '# tâche', other: '# tâches' }),
  moveTo: 'Déplacer vers…',
  moveToOf: (title) => `Déplacer « ${title} » vers…`,
  out: 'Retirer de Mon travail',
  moved: (title, section) => `« ${title} » déplacée vers ${section}`,
  movedOut: (title) => `« ${title} » retirée de Mon travail`,
  placed: (title, place, count) => `« ${title} » est ${formatNumber(place)} sur ${formatNumber(count)}`,
  due: (day) => `Échéance : ${day}`,
  next: 'Tâche suivante',
  previous: 'Tâche précédente',
  laneAfter: 'Section suivante',
  laneBefore: 'Section précédente',
  moveAfter: 'Déplacer vers la section suivante',
  moveBefore: 'Déplacer vers la section précédente',
  moveUp: 'Monter',
  moveDown: 'Descendre',
  open: 'Ouvrir la tâche',
  status: 'Définir le statut',
  priority: 'Définir la priorité',
  dueKey: 'Définir l’échéance',
  noDragging: 'Le glisser-déposer n’est pas disponible pour le moment. Utilisez le clavier ou « Déplacer vers… ».',
}

export const laneNames: typeof english.laneNames = { Assigned: 'Assignées', Doing: 'En cours', Later: 'Plus tard' }
