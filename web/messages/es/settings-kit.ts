import type * as english from '../settings-kit.ts'

export const settingsKitTexts: typeof english.settingsKitTexts = {
  freshSignIn:
    'Para esto hace falta haber iniciado sesión en los últimos 10 minutos. Vuelve a iniciar sesión e inténtalo de nuevo.',
  freshSignInFirst:
    'Para esto hace falta haber iniciado sesión en los últimos 10 minutos. Vuelve a iniciar sesión antes de rellenar el formulario.',
  signInAgain: 'Volver a iniciar sesión',
  typeName: (name) => `Escribe ${name} para confirmar`,
  secretCopied: 'Copiado',
  copySecret: 'Copiar',
  done: 'Listo',
  more: 'Mostrar más',
  actions: (name) => `Acciones para ${name}`,
  created: (name) => `«${name}» creado`,
  changed: (name) => `«${name}» modificado`,
  deleted: (name) => `«${name}» eliminado`,
  stale: 'Otra persona ha cambiado esto al mismo tiempo. Comprueba el valor actual e inténtalo de nuevo.',
  changedTo: (values) =>
    `Otra persona ha cambiado esto al mismo tiempo. Ahora es: ${values}. Guarda otra vez para reemplazarlo.`,
  empty: 'vacío',
}
