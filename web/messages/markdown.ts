import { defineMessages } from './define-messages.ts'

export const markdownTexts = defineMessages('markdownTexts', {
  picture: 'Image',
  ticked: 'Done',
  unticked: 'To do',
  unformatted: 'Formatting is not available now. Texts are shown unformatted.',
})
