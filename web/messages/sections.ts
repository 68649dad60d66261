import { defineMessages } from './define-messages.ts'
import { formatNumber } from './plural.ts'

export const sectionTexts = defineMessages('sectionTexts', {
  section: 'Sections',
  options: (name: string) => `Options of ${name}`,
  add: 'Add section',
  noKeys: 'Sections can’t be changed now.',
  rename: 'Rename…',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  moveUp: 'Move up',
  moveDown: 'Move down',
  delete: 'Delete…',
  count: (n: number, limit: number) => `${formatNumber(n)}/${formatNumber(limit)}`,
  overLimit: (n: number, limit: number) => `${formatNumber(n)} tasks, over the limit of ${formatNumber(limit)}`,
  means: (status: string) => `Its tasks are ${status.toLowerCase()}`,
})
