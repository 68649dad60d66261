import type * as english from '../apps.ts'
import { plural } from '../plural.ts'

export const appTexts: typeof english.appTexts = {
  intro:
    'Una aplicación actúa por las personas que la conectan, dentro de lo que estas permiten. Registra una para un programa que usen otras personas; para tus propios scripts basta un token de acceso.',
  create: 'Registrar una aplicación',
  createConfirm: 'Registrar aplicación',
  edit: 'Editar…',
  editTitle: 'Editar aplicación',
  save: 'Guardar',
  none: 'Aún no hay aplicaciones.',
  name: 'Nombre',
  nameHint: 'Las personas lo ven cuando conectan la aplicación.',
  type: 'Clase',
  redirects: 'URI de redirección',
  redirectsHint: 'Una por línea: https, http en este equipo o un esquema propio como com.example.app:/callback.',
  homepage: 'Página de inicio (opcional)',
  privacy: 'Política de privacidad (opcional)',
  users: (n) => plural(n, { one: '# persona conectada', other: '# personas conectadas' }),
  clientId: (id) => `ID de cliente ${id}`,
  copyId: 'Copiar el ID de cliente',
  copied: 'ID de cliente copiado',
  revoked: 'Revocada',
  rotate: 'Reemplazar el secreto…',
  rotateTitle: (name) => `¿Reemplazar el secreto de ${name}?`,
  rotateTexts: [
    'Un secreto nuevo se muestra una sola vez.',
    'El secreto actual sigue siendo válido 24 horas; uno más antiguo deja de serlo de inmediato.',
  ],
  rotateConfirm: 'Reemplazar secreto',
  revoke: 'Revocar…',
  revokeTitle: (name) => `¿Revocar ${name}?`,
  revokeTexts: (n) => [
    `Todas las conexiones terminan de inmediato: ${plural(n, { one: '# persona', other: '# personas' })}, en todas las organizaciones.`,
    'Nadie podrá volver a conectarla. Esto no se puede deshacer.',
  ],
  revokeConfirm: 'Revocar aplicación',
  secretTitle: (name) => `Secreto de ${name}`,
  secret: 'Secreto de cliente',
  secretHint: 'Se muestra una sola vez. Guárdalo donde solo la aplicación pueda leerlo.',
  oldSecret: 'El secreto anterior sigue siendo válido hasta 24 horas.',
  reviewHint:
    'Los operadores del servidor enumeran las aplicaciones revisadas. Hasta entonces, las personas de otras organizaciones ven una advertencia.',
}

export const appTypeNames: typeof english.appTypeNames = {
  confidential: 'En un servidor, con un secreto',
  public: 'En dispositivos o navegadores, sin secreto',
}

export const reviewStateNames: typeof english.reviewStateNames = { private: 'Sin revisar', listed: 'Revisada' }
