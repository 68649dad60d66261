import type * as english from '../unsaved.ts'

export const unsavedTexts: typeof english.unsavedTexts = {
  title: '¿Descartar lo que escribiste?',
  hint: 'Aún no se ha guardado.',
  stay: 'Seguir editando',
  discard: 'Descartar',
}
