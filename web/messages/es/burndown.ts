import type * as english from '../burndown.ts'
import { formatNumber, plural } from '../plural.ts'

export const burndownTexts: typeof english.burndownTexts = {
  open: (sprint) => `Burndown de ${sprint}:`,
  summary: (remaining, completed) =>
    `${plural(remaining, { one: '# tarea abierta', other: '# tareas abiertas' })} y ${plural(completed, { one: '# tarea completada', other: '# tareas completadas' })}`,
  none: 'El sprint aún no ha empezado.',
  asTable: 'Como tabla',
  day: 'Día',
  remaining: 'Abiertas',
  completed: 'Completadas',
  added: 'Añadidas',
  removed: 'Quitadas',
  change: (added, removed) =>
    [added && `+${formatNumber(added)}`, removed && `−${formatNumber(removed)}`].filter(Boolean).join(' '),
}
