import type * as english from '../enums.ts'

export const statusNames: typeof english.statusNames = {
  in_progress: 'En curso',
  blocked: 'Bloqueada',
  on_hold: 'En pausa',
  not_started: 'Sin empezar',
  backlog: 'Backlog',
  completed: 'Completada',
  archived: 'Archivada',
}

export const priorityNames: typeof english.priorityNames = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Media',
  low: 'Baja',
  none: 'Sin prioridad',
}

export const typeNames: typeof english.typeNames = { task: 'Tarea', bug: 'Error', agent: 'Agente' }
