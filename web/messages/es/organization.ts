import type * as english from '../organization.ts'
import { formatNumber, plural } from '../plural.ts'

export const organizationTexts: typeof english.organizationTexts = {
  general: 'Perfil',
  name: 'Nombre',
  description: 'Descripción',
  email: 'Correo de contacto',
  save: 'Guardar',
  saved: 'Guardado',
  projects: 'Proyectos',
  visibility: 'Visibilidad de los proyectos nuevos',
  visibilityHint: 'Para proyectos que se crean sin elegirla. Los proyectos existentes conservan la suya.',
  security: 'Seguridad',
  secondFactor: 'Exigir un segundo factor',
  secondFactorHint:
    'Los miembros con una cuenta de este servidor configuran una aplicación de autenticación o una llave de acceso la próxima vez que inicien sesión. No afecta a quienes inician sesión con un proveedor de identidad.',
  tokens: 'Política de tokens',
  personal: 'Aceptar tokens personales',
  personalHint: 'De lo contrario, solo funcionan los tokens de cuentas de servicio y aplicaciones.',
  requireExpiry: 'Exigir una caducidad',
  maxLifetime: 'Duración máxima en días',
  maxLifetimeHint: 'De la creación a la caducidad. Vacío: sin límite.',
  badDays: (max) => `Introduce un número del 1 al ${formatNumber(max)}, o déjalo vacío.`,
  savePolicy: 'Guardar política de tokens',
  stopsNone: 'Esto no afecta a ningún token en uso.',
  stops: (count) => plural(count, { one: 'Esto detiene # token:', other: 'Esto detiene # tokens:' }),
  moreTokens: (count) => plural(count, { one: 'y # más', other: 'y # más' }),
  policyTitle: (count) => plural(count, { one: '¿Detener # token?', other: '¿Detener # tokens?' }),
  policyConfirm: 'Guardar y detenerlos',
  policyHint: 'Vuelven a funcionar si deshaces el cambio antes de que caduquen.',
  audit: 'Registro de auditoría',
  retention: 'Días que se conservan los eventos',
  retentionHint: 'Los eventos más antiguos se ocultan del registro de auditoría y luego se eliminan. Vacío: siempre.',
  danger: 'Zona de peligro',
  delete: 'Eliminar organización…',
  deleteHint: 'Elimina todo lo que contiene, para todos.',
  deleteOwners: 'Solo los propietarios pueden eliminar la organización.',
  deleteTitle: (name) => `¿Eliminar ${name}?`,
  deleteTexts: [
    'Todos los miembros pierden de inmediato el acceso a todos los proyectos, tareas, archivos y comentarios.',
    'Los tokens de acceso, los webhooks y las aplicaciones registradas aquí dejan de funcionar, las aplicaciones también en otras organizaciones.',
    'Esto no se puede deshacer.',
  ],
  deleteConfirm: 'Eliminar organización',
}

export const domainTexts: typeof english.domainTexts = {
  title: 'Dominios',
  hint: 'Las personas con una dirección de correo verificada de un dominio demostrado pueden unirse cuando empiezan en la consola.',
  proved: 'demostrado',
  sent: (address) => `Se envía un código a ${address}`,
  noMail: 'Este servidor no envía correos, así que no llega ningún código. Su administrador puede definir SMTP_URL.',
  enterCode: 'Introducir código',
  add: 'Añadir dominio',
  addTitle: 'Añadir un dominio',
  domain: 'Dominio',
  domainHint: 'Como example.com. Se envía un código por correo a postmaster de este dominio.',
  codeTitle: (domain) => `Demostrar ${domain}`,
  code: 'Código',
  codeHint: 'El del correo, válido 24 horas.',
  prove: 'Demostrar',
  delete: (domain) => `Eliminar ${domain}`,
  deleted: (domain) => `${domain} eliminado`,
  mode: 'Cómo se unen',
  modes: { instant: 'Como miembro, sin aprobación', approval: 'Cuando un administrador lo acepta' },
}

export const visibilityNames: typeof english.visibilityNames = {
  public: 'Abierto a todos los miembros',
  private: 'Solo para las personas añadidas',
}

export const grantTypeNames: typeof english.grantTypeNames = {
  personal: 'personal',
  service_account: 'cuenta de servicio',
  authorization_code: 'aplicación',
}

export const auditTexts: typeof english.auditTexts = {
  intro: 'Cambios en la organización, los más recientes primero.',
  actor: 'Por',
  anyone: 'Cualquiera',
  resource: 'Qué',
  anything: 'Cualquier cosa',
  from: 'Desde',
  to: 'Hasta',
  clear: 'Borrar filtros',
  csv: 'Descargar CSV',
  none: 'No hay eventos.',
  noneMatch: 'Ningún evento coincide con los filtros.',
  system: 'El sistema',
  more: 'Mostrar más',
  before: 'Antes',
  after: 'Después',
  token: 'token',
  request: 'solicitud',
}
