import { defineMessages } from './define-messages.ts'
import { plural } from './plural.ts'

export const paletteTexts = defineMessages('paletteTexts', {
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
  found: (count: number) => plural(count, { one: '# result', other: '# results' }),
})

export const searchTexts = defineMessages('searchTexts', {
  title: 'Search',
  label: 'Search tasks',
  placeholder: 'Text in a title or description',
  inTitles: 'Titles only',
  hint: 'Type part of a title or description.',
  nothing: (text: string) => `No tasks match “${text}”.`,
  count: (count: number) => plural(count, { one: '# task', other: '# tasks' }),
})
