/** The texts of the palette and of searching. */
export const paletteTexts = {
  title: 'Find anything',
  placeholder: 'Find a task, a place, a person, or what to do',
  commands: 'Do',
  tasks: 'Tasks',
  projects: 'Projects',
  teams: 'Teams',
  people: 'People',
  views: 'Views',
  hint: '+ projects, @ people, > commands',
  searchAll: (text: string) => `Search all tasks for “${text}”`,
  newTask: (text: string) => `New task “${text}”`,
  nothing: 'Nothing fits',
  searching: 'Searching',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
} as const

export const searchTexts = {
  title: 'Search',
  label: 'Search tasks',
  placeholder: 'Words of a title or description',
  inTitles: 'Titles only',
  hint: 'Type what you remember of a task.',
  nothing: (text: string) => `No task that you can read says “${text}”.`,
  count: (count: number) => (count === 1 ? '1 task' : `${count} tasks`),
} as const
