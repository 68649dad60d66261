import type * as english from '../members.ts'
import { plural } from '../plural.ts'
import { roleNames } from './onboarding.ts'

export const memberTexts: typeof english.memberTexts = {
  count: (count) => plural(count, { one: '# miembro', other: '# miembros' }),
  found: (count) => plural(count, { one: '# encontrado', other: '# encontrados' }),
  search: 'Buscar por nombre, correo, rol o cargo',
  page: 'Miembros',
  focusSearch: 'Buscar miembros',
  invite: 'Invitar a personas',
  you: 'Tú',
  deactivated: 'Desactivado',
  serviceAccount: 'Cuenta de servicio',
  lastActive: 'Activo',
  neverActive: 'Nunca activo',
  role: (name) => `Rol de ${name}`,
  roleChanged: (name, role) => `${name} es ahora ${roleNames[role]}`,
  roleTitle: (name, role) => `¿Cambiar el rol de ${name} a «${roleNames[role]}»?`,
  roleSelf: 'Pierdes tus permisos actuales y no puedes deshacerlo por tu cuenta.',
  roleConfirm: 'Cambiar el rol',
  undo: 'Deshacer',
  designation: (name) => `Cargo de ${name}`,
  findDesignation: 'Buscar un cargo',
  noDesignation: 'Sin cargo',
  deactivate: 'Desactivar…',
  reactivate: 'Reactivar',
  reactivated: (name) => `${name} vuelve a estar activo`,
  remove: 'Quitar de la organización…',
  leave: 'Abandonar la organización…',
  deactivateTitle: (name) => `¿Desactivar a ${name}?`,
  deactivateTexts: [
    'Ya no puede ver ni cambiar nada aquí, y se cierra su sesión en esta organización.',
    'Sus tokens de acceso dejan de funcionar, y las aplicaciones que conectó se desconectan.',
    'Sigue en sus proyectos y equipos y conserva sus tareas, para que puedas reactivar su cuenta.',
  ],
  deactivateConfirm: 'Desactivar',
  removeTitle: (name) => `¿Quitar a ${name} de la organización?`,
  removeTexts: [
    'Deja todos los proyectos y equipos. Una invitación posterior no le devuelve a ellos.',
    'Los proyectos y equipos de los que es único propietario, y las tareas que solo esa persona puede ver, pasan a ti.',
    'Sigue figurando como responsable y autor. Sus tareas siguen asignadas a esa persona hasta que lo cambies.',
    'Sus tokens de acceso dejan de funcionar, y las aplicaciones que conectó se desconectan.',
  ],
  removeConfirm: 'Quitar',
  removeHint: 'Para conservar sus membresías por si vuelve, desactiva a la persona en lugar de quitarla.',
  leaveTitle: '¿Abandonar la organización?',
  leaveTexts: [
    'Dejas todos los proyectos y equipos. Solo puedes volver con una invitación nueva.',
    'Los proyectos y equipos de los que eres único propietario pasan al propietario más antiguo de la organización.',
    'Tus tokens de acceso a esta organización dejan de funcionar.',
  ],
  leaveConfirm: 'Abandonar',
  assigned: (name) => `Mostrar las tareas de ${name}`,
}

export const handOverTexts: typeof english.handOverTexts = {
  action: 'Traspasar el trabajo abierto…',
  title: (name) => `Traspasar el trabajo abierto de ${name}`,
  to: 'Traspasar el trabajo abierto a',
  hint: 'Las tareas abiertas que la persona puede leer, los proyectos como propietario principal y los hitos de equipos comunes.',
  noMember: 'Nadie',
  confirm: 'Traspasar',
  done: (tasks, projects, milestones) => {
    const counts = [
      plural(tasks, { one: '# tarea', other: '# tareas' }),
      plural(projects, { one: '# proyecto', other: '# proyectos' }),
      plural(milestones, { one: '# hito', other: '# hitos' }),
    ]
    return `Traspasado: ${counts.join(', ')}.`
  },
  left: (n) =>
    plural(n, {
      one: '# tarea no se ha traspasado, porque la persona no puede leerla.',
      other: '# tareas no se han traspasado, porque la persona no puede leerlas.',
    }),
}

export const invitationTexts: typeof english.invitationTexts = {
  title: 'Invitaciones',
  none: 'Ninguna invitación está pendiente de respuesta.',
  role: (email) => `Rol para ${email}`,
  by: (name) => `Invitado por ${name}`,
  sent: 'emitida',
  expires: 'caduca',
  changed: (email, role) => `${email} está invitado como ${roleNames[role]}`,
  resend: 'Renovar',
  resendTitle: (email) => `Renovar la invitación de ${email}; los enlaces anteriores dejan de funcionar`,
  resent: (email) => `La invitación de ${email} está renovada`,
  linkTitle: (email) => `Invitación para ${email}`,
  linkLabel: 'Enlace para compartir',
  linkHint: 'Permite a esta persona unirse, una sola vez. Reemplaza los enlaces anteriores y no se vuelve a mostrar.',
  cancel: (email) => `Cancelar la invitación de ${email}`,
  cancelTitle: (email) => `¿Retirar la invitación de ${email}?`,
  cancelEffect: 'El enlace de la invitación deja de funcionar.',
  cancelConfirm: 'Retirar la invitación',
  cancelled: (email) => `La invitación de ${email} está cancelada`,
}

export const joinRequestTexts: typeof english.joinRequestTexts = {
  title: 'Solicitudes para unirse',
  since: 'Solicitada',
  accept: 'Aceptar',
  decline: 'Rechazar',
  accepted: (username) => `${username} se ha unido`,
  declined: (username) => `Solicitud de ${username} rechazada`,
}
