import { defineMessages } from './define-messages.ts'

export const unsavedTexts = defineMessages('unsavedTexts', {
  title: 'Discard what you entered?',
  hint: 'It is not saved yet.',
  stay: 'Keep editing',
  discard: 'Discard',
})
