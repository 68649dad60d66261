export const paletteTexts = {
  title: 'Command palette',
  placeholder: 'Search tasks, projects, people and commands',
  commands: 'Commands',
  tasks: 'Tasks',
  projects: 'Projects',
  teams: 'Teams',
  people: 'People',
  views: 'Views',
  hint: '+ projects, @ people, > commands',
  searchAll: (text: string) => `Search all tasks for “${text}”`,
  newTask: (text: string) => `New task “${text}”`,
  nothing: 'No results',
  searching: 'Searching',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
} as const

export const searchTexts = {
  title: 'Search',
  label: 'Search tasks',
  placeholder: 'Text in a title or description',
  inTitles: 'Titles only',
  hint: 'Type part of a title or description.',
  nothing: (text: string) => `No tasks match “${text}”.`,
  count: (count: number) => (count === 1 ? '1 task' : `${count} tasks`),
} as const
