import { defineMessages } from './define-messages.ts'

export const helpTexts = defineMessages('helpTexts', {
  title: 'Keyboard shortcuts',
  off: 'Single-key shortcuts are off.',
  search: 'Search shortcuts',
  nothing: 'No shortcut has this name or key.',
  settings: 'Settings',
})
