import { defineMessages } from './define-messages.ts'

export const markdownTexts = defineMessages('markdownTexts', {
  picture: 'Image',
  ticked: 'Done',
  unticked: 'To do',
})
