import type * as english from '../teams.ts'
import { formatNumber, plural } from '../plural.ts'

export const teamTexts: typeof english.teamTexts = {
  intro: 'Los equipos tienen miembros, una entrada de tareas sin proyecto, sprints e hitos.',
  create: 'Nuevo equipo',
  createConfirm: 'Crear equipo',
  none: 'Aún no hay equipos.',
  members: (count) => plural(count, { one: '# miembro', other: '# miembros' }),
  projects: (count) => plural(count, { one: '# proyecto', other: '# proyectos' }),
  showTasks: 'Mostrar tareas',
  editTitle: 'Editar el equipo',
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
  projectsTitle: 'Proyectos',
  noProjects: 'Aún no hay proyectos.',
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
  backlog: 'Tablero del backlog',
  noCurrent: 'No hay ningún sprint en curso.',
  past: (count) => plural(count, { one: '# sprint cerrado', other: '# sprints cerrados' }),
  velocity: 'Tareas completadas de los últimos sprints cerrados',
  daysLeft: (count) => (count === 1 ? 'último día' : `quedan ${formatNumber(count)} días`),
  edit: 'Editar…',
  editTitle: 'Editar sprint',
  end: 'Termina',
  startToday: 'Empezar hoy',
  started: (name) => `${name} ha empezado`,
  deleteTexts: [
    'Sus tareas se quedan y no están en ningún sprint.',
    'Su burndown se pierde.',
    'Esto no se puede deshacer.',
  ],
  deleteConfirm: 'Eliminar sprint',
}

export const sprintStatusNames: typeof english.sprintStatusNames = { active: 'Activo', completed: 'Cerrado' }

export const milestoneTexts: typeof english.milestoneTexts = {
  title: 'Hitos',
  none: 'Aún no hay hitos.',
  create: 'Nuevo hito',
  createConfirm: 'Crear hito',
  edit: 'Editar hito',
  name: 'Título',
  date: 'Fecha objetivo',
  due: (day) => `vence ${day}`,
  description: 'Descripción (opcional)',
  owner: 'Responsable',
  noOwner: 'Ninguno',
  overdue: 'Vencido',
  closed: 'Cerrado',
  close: 'Cerrar hito',
  reopen: 'Reabrir hito',
  isClosed: (name) => `${name} está cerrado`,
  isOpen: (name) => `${name} está abierto de nuevo`,
  deleteTexts: ['Sus tareas se quedan y no están en ningún hito.', 'Esto no se puede deshacer.'],
  deleteConfirm: 'Eliminar hito',
}

export const loadTexts: typeof english.loadTexts = {
  title: 'Carga',
  hint: 'Tareas abiertas según la semana en que vencen; las atrasadas cuentan en la primera.',
  away: (days) => plural(days, { one: '# día laborable de ausencia', other: '# días laborables de ausencia' }),
}
