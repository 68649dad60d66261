import type * as english from '../my-work.ts'
import { formatNumber, plural } from '../plural.ts'

export const myWorkTexts: typeof english.myWorkTexts = {
  title: 'Mi trabajo',
  section: 'Mi trabajo',
  overdue: 'Vencidas',
  overdueHint: 'Vencidas y aún sin planificar.',
  today: 'Hoy',
  todayHint: 'Vencen hoy y aún sin planificar.',
  empty: 'No tienes nada asignado.',
  newTask: 'Nueva tarea',
  emptyLane: 'Sin tareas. Suelta una aquí, o pulsa Alt con una tecla de flecha.',
  emptyLaneOnPhone: 'Sin tareas.',
  count: (count) => plural(count, { one: '# tarea', other: '# tareas' }),
  moveTo: 'Mover a…',
  moveToOf: (title) => `Mover «${title}» a…`,
  out: 'Quitar de Mi trabajo',
  moved: (title, section) => `«${title}» movida a ${section}`,
  movedOut: (title) => `«${title}» quitada de Mi trabajo`,
  placed: (title, place, count) => `«${title}» es la ${formatNumber(place)} de ${formatNumber(count)}`,
  due: (day) => `Vence: ${day}`,
  next: 'Tarea siguiente',
  previous: 'Tarea anterior',
  laneAfter: 'Sección siguiente',
  laneBefore: 'Sección anterior',
  moveAfter: 'Mover a la sección siguiente',
  moveBefore: 'Mover a la sección anterior',
  moveUp: 'Subir',
  moveDown: 'Bajar',
  open: 'Abrir la tarea',
  status: 'Asignar el estado',
  priority: 'Asignar la prioridad',
  dueKey: 'Asignar el vencimiento',
  noDragging: 'Arrastrar y soltar no está disponible ahora. Usa el teclado o «Mover a…».',
}

export const laneNames: typeof english.laneNames = { Assigned: 'Asignadas', Doing: 'En curso', Later: 'Más tarde' }
