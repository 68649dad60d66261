import type * as english from '../unsaved.ts'

export const unsavedTexts: typeof english.unsavedTexts = {
  title: 'Eingaben verwerfen?',
  hint: 'Sie sind noch nicht gespeichert.',
  stay: 'Weiter bearbeiten',
  discard: 'Verwerfen',
}
