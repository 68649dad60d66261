import type * as english from '../onboarding.ts'

export const signInTexts: typeof english.signInTexts = {
  title: 'Iniciar sesión en svc',
  text: 'Tareas y planes de tu organización, en directo.',
  button: 'Iniciar sesión',
}

export const secondFactorTexts: typeof english.secondFactorTexts = {
  title: (org) => `${org} exige un segundo factor`,
  text: 'Vuelve a iniciar sesión para configurar uno o usar el tuyo. Tus otras organizaciones siguen abiertas.',
  button: 'Iniciar sesión de nuevo',
  others: 'Tus otras organizaciones',
}

export const onboardingTexts: typeof english.onboardingTexts = {
  title: (name) => (name ? `Te damos la bienvenida, ${name}` : 'Te damos la bienvenida'),
  signedIn: (who) =>
    `Has iniciado sesión como ${who}. Para unirte a una organización existente, pide acceso a su administrador.`,
  invitedTo: 'Tienes una invitación',
  invitation: (org, role) => `${org} te invita como ${role}`,
  by: (email) => `Invitado por ${email}`,
  accept: 'Unirse',
  reject: 'Rechazar',
  joinable: 'Organizaciones de tu dominio de correo',
  byDomain: 'Tu dirección de correo te permite unirte',
  join: (org) => `Unirse a ${org}`,
  askToJoin: 'Solicitar unirse',
  asked: 'Has solicitado unirte. Un administrador lo decidirá.',
  org: 'Organización',
  orgHint: 'El nombre de tu empresa, asociación o equipo',
  project: 'Primer proyecto',
  projectHint: 'Lo que quieres conseguir, como «Lanzamiento de primavera»',
  invite: 'Invitar a personas',
  inviteHint: 'Direcciones de correo, separadas por comas. Puedes hacerlo más tarde.',
  task: 'Primera tarea',
  taskHint: '¿Qué hay que hacer primero?',
  begin: 'Empezar',
  beginning: 'Preparando…',
  back: 'Atrás',
  required: 'Introduce un nombre',
  badAddress: (text) => `«${text}» no es una dirección de correo`,
  notInvited: (addresses) => `No se ha podido invitar a ${addresses}`,
}

export const projectTexts: typeof english.projectTexts = {
  title: 'Nuevo proyecto',
  name: 'Nombre',
  prefix: 'Prefijo de las claves de tareas (opcional)',
  prefixHint: 'Como QUAY para QUAY-12. Por defecto se deriva del nombre.',
  sections: 'Secciones',
  presets: {
    none: 'Ninguna',
    simple: 'Simple: To do, Doing, Done',
    software: 'Software: Backlog, To do, In progress, In review, Done',
  },
  presetHint: 'Cada sección representa un estado. Se pueden cambiar más tarde.',
  make: 'Crear proyecto',
}

export const inviteTexts: typeof english.inviteTexts = {
  title: 'Invitar a personas',
  addresses: 'Direcciones de correo',
  addressesHint: (origin) =>
    `Separadas por comas o espacios. Las personas se unen con el enlace que les envíes tú o el servidor, o al iniciar sesión en ${origin}`,
  required: 'Introduce una dirección de correo',
  role: 'Rol',
  roleHints: {
    owner: 'Acceso completo, y puede nombrar a otros propietarios',
    admin: 'Gestiona personas, proyectos y ajustes',
    member: 'Ve lo que está abierto a la organización, y crea proyectos y tareas',
    guest: 'Ve solo los proyectos a los que se le añade',
  },
  send: 'Invitar',
  invited: (addresses) => `Invitación para ${addresses}`,
  linksTitle: 'Envía estos enlaces',
  linksHint:
    'Cada enlace permite a esa persona unirse, una sola vez. No se vuelven a mostrar: envía cada uno solo a su persona.',
  copyLink: 'Copiar',
  linkCopied: 'Enlace copiado',
  copyLinks: 'Copiar todos',
  linksCopied: 'Enlaces copiados',
  linksDone: 'Listo',
}

export const roleNames: typeof english.roleNames = {
  owner: 'propietario',
  admin: 'administrador',
  member: 'miembro',
  guest: 'invitado',
}
