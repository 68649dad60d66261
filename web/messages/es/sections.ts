import type * as english from '../sections.ts'
import { formatNumber, plural } from '../plural.ts'

export const sectionTexts: typeof english.sectionTexts = {
  section: 'Secciones',
  options: (name) => `Opciones de ${name}`,
  add: 'Añadir sección',
  noKeys: 'Las secciones no se pueden cambiar ahora.',
  rename: 'Cambiar nombre…',
  moveLeft: 'Mover a la izquierda',
  moveRight: 'Mover a la derecha',
  moveUp: 'Subir',
  moveDown: 'Bajar',
  delete: 'Eliminar…',
  count: (n, limit) => `${formatNumber(n)}/${formatNumber(limit)}`,
  overLimit: (n, limit) =>
    `${plural(n, { one: '# tarea', other: '# tareas' })}, por encima del límite de ${formatNumber(limit)}`,
  means: (status) => `Estado de sus tareas: ${status.toLowerCase()}`,
}
