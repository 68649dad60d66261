import type * as english from '../sign-out.ts'

export const signOutTexts: typeof english.signOutTexts = {
  signOutTitle: '¿Cerrar sesión con cambios sin enviar?',
  signOutText: 'Algunos cambios o borradores no se han enviado al servidor. Al cerrar sesión se eliminan.',
  signOutAnyway: 'Cerrar sesión y eliminarlos',
  stay: 'Seguir con la sesión',
}
