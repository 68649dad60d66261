import type * as english from '../tokens.ts'
import { plural } from '../plural.ts'

export const tokenTexts: typeof english.tokenTexts = {
  intro:
    'Un token permite que un script, una aplicación o una línea de comandos actúe en tu nombre o como una cuenta de servicio. Puede hacer lo que permitan tanto sus ámbitos como el rol de su cuenta.',
  create: 'Nuevo token',
  personalOff: 'Tu organización no acepta tokens personales. Usa un token de una cuenta de servicio.',
  mine: 'Tus tokens',
  all: 'Todos los tokens',
  which: 'Tokens',
  showOld: 'Mostrar caducados y revocados',
  none: 'Aún no hay tokens.',
  expires: 'caduca',
  expired: 'caducado',
  revokedAt: 'revocado',
  neverExpires: 'no caduca',
  lastUsed: 'usado',
  neverUsed: 'nunca usado',
  actsAs: (name) => `actúa como ${name}`,
  readOnly: 'Solo lectura',
  app: 'Aplicación',
  rename: 'Cambiar nombre…',
  rotate: 'Reemplazar por un token nuevo…',
  revoke: 'Revocar…',
  name: 'Nombre',
  nameHint: 'Lo que lo usa, como «Informe nocturno»',
  renameTitle: 'Cambiar el nombre del token',
  save: 'Guardar',
  scopes: 'Ámbitos',
  noAccess: 'Sin acceso',
  read: 'Lectura',
  write: 'Lectura y escritura',
  everything: 'Todo, incluido el registro de auditoría',
  expiry: 'Caducidad',
  inDays: (days) => plural(days, { one: 'en # día', other: 'en # días' }),
  never: 'Nunca',
  actor: 'Actúa como',
  me: 'Tú',
  createTitle: 'Nuevo token de acceso',
  createConfirm: 'Crear token',
  secretTitle: (name) => `Token «${name}»`,
  secretLabel: 'Token',
  secretHint: 'Cópialo ahora: no se vuelve a mostrar. Trátalo como una contraseña.',
  rotateTitle: (name) => `¿Reemplazar «${name}» por un token nuevo?`,
  rotateTexts: [
    'Se crea un token nuevo con el mismo nombre, los mismos ámbitos y la misma duración, y se muestra una sola vez.',
    'El token actual sigue funcionando 60 segundos, para que puedas cambiarlo donde se usa.',
  ],
  rotateConfirm: 'Crear token nuevo',
  revokeTitle: (name) => `¿Revocar «${name}»?`,
  revokeTexts: ['Deja de funcionar de inmediato, dondequiera que se use. Esto no se puede deshacer.'],
  revokeAppTexts: [
    'Deja de funcionar de inmediato. La conexión de la aplicación a la que pertenece termina, así que hay que volver a conectar la aplicación.',
  ],
  revokeConfirm: 'Revocar',
}

export const tokenStatusNames: typeof english.tokenStatusNames = {
  active: 'Activo',
  revoked: 'Revocado',
  expired: 'Caducado',
}

export const scopeHints: typeof english.scopeHints = {
  'tasks:read': 'Ver tareas, comentarios, adjuntos, historial, secciones y vistas guardadas',
  'tasks:write': 'También crearlos, cambiarlos y eliminarlos',
  'projects:read': 'Ver proyectos, sus miembros, archivos, objetivos y hojas de ruta',
  'projects:write': 'También crearlos, cambiarlos y eliminarlos',
  'teams:read': 'Ver equipos, sprints, hitos y disponibilidad',
  'teams:write': 'También crearlos, cambiarlos y eliminarlos',
  'org:read': 'Ver la organización, sus ajustes, miembros, invitaciones y tokens',
  'org:write': 'También cambiarlos, invitar a personas y crear tokens',
  'webhooks:read': 'Ver webhooks y lo que han entregado',
  'webhooks:write': 'También crearlos, cambiarlos, probarlos y eliminarlos',
  admin: 'Todo lo anterior, y el registro de auditoría',
}

export const scopeResourceNames: typeof english.scopeResourceNames = {
  tasks: 'Tareas',
  projects: 'Proyectos',
  teams: 'Equipos',
  org: 'Organización',
  webhooks: 'Webhooks',
}

export const serviceAccountTexts: typeof english.serviceAccountTexts = {
  title: 'Cuentas de servicio',
  intro:
    'Miembros para programas: no pueden iniciar sesión, actúan mediante tokens y sobreviven a las personas que las crearon.',
  create: 'Nueva cuenta de servicio',
  createConfirm: 'Crear',
  none: 'Aún no hay cuentas de servicio.',
  tokens: (count) => plural(count, { one: '# token válido', other: '# tokens válidos' }),
  newToken: 'Nuevo token…',
  rename: 'Cambiar nombre…',
  renameTitle: 'Cambiar el nombre de la cuenta de servicio',
  deactivate: 'Desactivar…',
  deactivated: 'Desactivada',
  deactivateTitle: (name) => `¿Desactivar ${name} definitivamente?`,
  deactivateTexts: [
    'Todos sus tokens dejan de funcionar de inmediato.',
    'Deja sus proyectos y equipos. Lo que solo le pertenece a ella, y las tareas que solo ella puede ver, pasan a ti.',
    'Esto no se puede deshacer.',
  ],
}
