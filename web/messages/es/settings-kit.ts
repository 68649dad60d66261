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
}
