export const sectionTexts = {
  section: 'Sections',
  options: (name: string) => `Options of ${name}`,
  add: 'Add section',
  rename: 'Rename…',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  moveUp: 'Move up',
  moveDown: 'Move down',
  delete: 'Delete…',
  count: (n: number, limit: number) => `${n.toLocaleString('en')}/${limit.toLocaleString('en')}`,
  overLimit: (n: number, limit: number) => `${n.toLocaleString('en')} tasks, over the limit of ${limit}`,
  means: (status: string) => `Its tasks are ${status.toLowerCase()}`,
}
