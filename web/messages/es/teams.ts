import type * as english from '../teams.ts'
import { formatNumber, plural } from '../plural.ts'

export const teamTexts: typeof english.teamTexts = {
  intro: 'Los equipos tienen miembros, una entrada de tareas sin proyecto, sprints e hitos.',
  create: 'Nuevo equipo',
  createConfirm: 'Crear equipo',
  none: 'Aún no hay equipos.',
  back: 'Todos los equipos',
  members: (count) => plural(count, { one: '# miembro', other: '# miembros' }),
  projects: (count) => plural(count, { one: '# proyecto', other: '# proyectos' }),
  showTasks: 'Mostrar tareas',
  rename: 'Cambiar nombre…',
  renameTitle: 'Cambiar el nombre del equipo',
  save: 'Guardar',
  delete: 'Eliminar…',
  deleteTitle: (name) => `¿Eliminar ${name}?`,
  deleteTexts: [
    'Sus sprints, hitos y secciones se eliminan. Las tareas se quedan y salen de ellos.',
    'Sus proyectos se quedan y no pertenecen a ningún equipo.',
    'Esto no se puede deshacer.',
  ],
  deleteConfirm: 'Eliminar equipo',
  membersTitle: 'Miembros',
  add: 'Añadir un miembro',
  role: (name) => `Rol de ${name} en el equipo`,
  removeMember: (name) => `Quitar a ${name} del equipo`,
  removed: (name) => `${name} ya no está en el equipo`,
  undo: 'Deshacer',
}

export const teamRoleNames: typeof english.teamRoleNames = { owner: 'Propietario', member: 'Miembro' }

export const sprintTexts: typeof english.sprintTexts = {
  title: 'Sprints',
  none: 'Aún no hay sprints.',
  plan: 'Planificar un sprint',
  planConfirm: 'Crear sprint',
  defaultName: (number) => `Sprint ${number}`,
  name: 'Nombre',
  start: 'Empieza',
  weeks: 'Duración',
  inWeeks: (weeks) => plural(weeks, { one: '# semana', other: '# semanas' }),
  goal: 'Objetivo (opcional)',
  progress: (completed, all) =>
    `${plural(completed, { one: '# completada', other: '# completadas' })} de ${formatNumber(all)}`,
  dates: (from, to) => `${from} – ${to}`,
  overdue: 'Vencido',
  burndown: (name) => `Burndown de ${name}`,
  close: 'Cerrar…',
  closeTitle: (name) => `Cerrar ${name}`,
  open: (count) =>
    count === 0
      ? 'Todas sus tareas están completadas.'
      : plural(count, { one: '# tarea está abierta.', other: '# tareas están abiertas.' }),
  moveTo: 'Tareas abiertas',
  toSprint: (name) => `Mover a ${name}`,
  toNone: 'Quitar del sprint',
  toStay: 'Dejar en este sprint',
  closeConfirm: 'Cerrar sprint',
  closed: (name) => `${name} está cerrado`,
  planned: 'Planificado',
  reopen: 'Reabrir',
}

export const sprintStatusNames: typeof english.sprintStatusNames = { active: 'Activo', completed: 'Cerrado' }
