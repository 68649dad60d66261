/** The texts of adding a task in one line. */
export const quickAddTexts = {
  title: 'New task',
  placeholder: 'Order rope fri !high #upkeep @ada +Quay',
  label: 'The task in one line',
  add: 'Add',
  addAnother: 'Add another',
  hint: '! priority, @ person, # tag, + project, and a day in words',
  hintTokens: 'Backspace after a recognized word turns it back into text.',
  isText: (words: string) => `“${words}” is text`,
  added: (title: string) => `Added “${title}”`,
  open: 'Open',
  removed: (title: string) => `Deleted “${title}”`,
  untitled: 'Write what is to be done.',
  understood: 'Understood',
  suggestions: 'Suggestions',
  whole: 'The title is cut at 500 letters.',
} as const
