/** Keys of the section of the current task or the focused header. */
export const sectionKeys = {
  rename: 'F2',
  delete: 'Delete',
  board: { before: 'Alt+Shift+ArrowLeft', after: 'Alt+Shift+ArrowRight' },
  list: { before: 'Alt+Shift+ArrowUp', after: 'Alt+Shift+ArrowDown' },
} as const
