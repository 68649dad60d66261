import type * as english from '../enums.ts'

export const statusNames: typeof english.statusNames = {
  in_progress: 'En cours',
  blocked: 'Bloquée',
  on_hold: 'En pause',
  not_started: 'Non commencée',
  backlog: 'Backlog',
  completed: 'Terminée',
  archived: 'Archivée',
}

export const priorityNames: typeof english.priorityNames = {
  critical: 'Critique',
  high: 'Haute',
  medium: 'Moyenne',
  low: 'Basse',
  none: 'Aucune priorité',
}

export const typeNames: typeof english.typeNames = { task: 'Tâche', bug: 'Bug', agent: 'Agent' }
