import type * as english from '../access.ts'
import { plural } from '../plural.ts'

export const accessTexts: typeof english.accessTexts = {
  intro: 'Todos los miembros activos, cómo inician sesión y sus tokens válidos. El CSV detalla cada token.',
  lastSigned: (name) => `Última firma: ${name}`,
  never: 'Aún sin firmar.',
  sign: 'Firmar la revisión',
  signTitle: 'Firmar la revisión de accesos',
  signHint:
    'El registro de auditoría guarda que revisaste esta lista. La firma se rechaza si los accesos cambiaron desde que la abriste.',
  note: 'Nota',
  serviceAccount: 'cuenta de servicio',
  noSecondFactor: 'sin segundo factor',
  ways: { password: 'contraseña', passkey: 'llave de acceso', identity_provider: 'proveedor de identidad' },
  tokens: (n) => plural(n, { one: '# token', other: '# tokens' }),
  lastActive: 'activo',
}
