import type * as english from '../enums.ts'

export const statusNames: typeof english.statusNames = {
  in_progress: 'In Arbeit',
  blocked: 'Blockiert',
  on_hold: 'Pausiert',
  not_started: 'Nicht begonnen',
  backlog: 'Backlog',
  completed: 'Erledigt',
  archived: 'Archiviert',
}

export const priorityNames: typeof english.priorityNames = {
  critical: 'Kritisch',
  high: 'Hoch',
  medium: 'Mittel',
  low: 'Niedrig',
  none: 'Keine Priorität',
}

export const typeNames: typeof english.typeNames = { task: 'Aufgabe', bug: 'Fehler', agent: 'Agent' }
