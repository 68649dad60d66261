import type * as english from '../settings-pages.ts'

export const settingsGroupNames: typeof english.settingsGroupNames = {
  personal: 'Personal',
  organization: 'Organización',
  developer: 'Desarrollo',
  server: 'Servidor',
}

export const settingsPageNames: typeof english.settingsPageNames = {
  preferences: 'Preferencias',
  signIn: 'Formas de iniciar sesión',
  myData: 'Mis datos',
  import: 'Importar',
  export: 'Exportar',
  members: 'Miembros',
  teams: 'Equipos',
  organization: 'General',
  audit: 'Registro de auditoría',
  access: 'Revisión de accesos',
  tokens: 'Tokens de acceso',
  webhooks: 'Webhooks',
  apps: 'Aplicaciones OAuth',
  agent: 'Conectar un agente',
  fields: 'Campos personalizados',
  installation: 'Instalación',
}

export const settingsNavTexts: typeof english.settingsNavTexts = {
  title: 'Ajustes',
  label: 'Páginas de ajustes',
  choose: 'Elegir una página de ajustes',
  unknown: 'Esta página de ajustes no existe, o tu rol no puede usarla.',
  back: 'Ir a las preferencias',
}
