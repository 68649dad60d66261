import type { Task } from '@svc/sdk'
import { go, goWith } from '../../address.ts'
import { commands } from '../../commands/commands.ts'
import { openQuickAdd } from '../../commands/overlay.ts'
import { data } from '../../data/current.ts'
import { mayAddTasks } from '../../parts/rights.ts'
import { paletteTexts as said } from '../../messages/palette.ts'
import { find, fits } from '../../ui/find.ts'
import type { IconName } from '../../ui/icon.tsx'

/** A row of the palette. */
export interface Found {
  id: string
  section: string
  label: string
  hint?: string | undefined
  keys?: string | undefined
  icon?: IconName
  task?: Task
  run: () => void
}

/** What is searched, by the sign with which the text begins. */
const signs = { '>': 'commands', '+': 'projects', '@': 'people' } as const

/** What fits, by groups: the few best of each, or many of one where a sign says which. */
export function findAll(typed: string, fromServer: readonly Task[]): Found[] {
  const only = signs[typed[0] as keyof typeof signs]
  const text = (only ? typed.slice(1) : typed).trim()
  if (only === 'commands') return best(text, doing(), 40)
  if (only === 'projects') return best(text, projects(), 40)
  if (only === 'people') return best(text, people(), 40)
  if (!text) return [...best('', doing(), 30), ...best('', projects(), 5)]
  const toDo = best(text, doing(), 4)
  const groups = [
    tasks(text, fromServer),
    best(text, projects(), 5),
    best(text, places(), 5),
    best(text, people(), 4),
  ]
  // The group whose first row fits best comes first; commands only if a word of theirs begins so.
  const score = ([first]: Found[]) => (first ? fits(text, first.label) : 0)
  const rest = groups.sort((a, b) => score(b) - score(a)).flat()
  const firstDo = score(toDo) >= 4
  return [...(firstDo ? toDo : []), ...rest, ...(firstDo ? [] : toDo), ...always(text)]
}

const best = (text: string, rows: Found[], most: number): Found[] =>
  find(text, rows, ({ label, hint }) => (hint ? `${label} ${hint}` : label)).slice(0, most)

const doing = (): Found[] =>
  commands.value
    .filter(({ unlisted, when }) => !unlisted && (when?.() ?? true))
    .map(({ id, title, section, keys, run }) => ({
      id: `do ${id}`,
      section: said.commands,
      label: title,
      hint: section,
      keys: keys?.split(' or ')[0],
      run,
    }))

/** Those that this page knows come at once; the server's answer joins them. */
function tasks(text: string, fromServer: readonly Task[]): Found[] {
  const textOf = ({ title, task_id }: Task) => `${title} ${task_id}`
  // Among thousands of titles, letters that merely follow each other are chance.
  const known = find(text, data().known('tasks'), textOf)
    .filter((task) => fits(text, textOf(task)) > 1)
    .slice(0, 8)
  const ids = new Set(known.map(({ task_id }) => task_id))
  const others = fromServer.filter(({ task_id }) => !ids.has(task_id))
  return [...known, ...others].slice(0, 12).map((task) => ({
    id: `task ${task.task_id}`,
    section: said.tasks,
    label: task.title,
    task,
    run: () => goWith({ task: task.task_id }),
  }))
}

const at = (rest: string) => () => go(`/o/${data().org}/${rest}`)

const projects = (): Found[] =>
  (data().all('projects').value ?? []).map(({ project_id, name }) => ({
    id: `project ${project_id}`,
    section: said.projects,
    label: name,
    icon: 'project',
    run: at(`p/${project_id}`),
  }))

const places = (): Found[] => [
  ...(data().all('teams').value ?? []).map(({ team_id, name }): Found => ({
    id: `team ${team_id}`,
    section: said.teams,
    label: name,
    icon: 'team',
    run: at(`team/${team_id}`),
  })),
  ...(data().all('views').value ?? []).map(({ view_id, name }): Found => ({
    id: `view ${view_id}`,
    section: said.views,
    label: name,
    icon: 'layers',
    run: at(`v/${view_id}`),
  })),
]

const people = (): Found[] =>
  (data().all('organizationMembers').value ?? []).flatMap(({ user_id, username, email }) =>
    username
      ? [
          {
            id: `person ${user_id}`,
            section: said.people,
            label: username,
            hint: email ?? undefined,
            icon: 'person' as const,
            run: at(`tasks?${new URLSearchParams({ 'filter[assignee]': username })}`),
          },
        ]
      : [],
  )

const always = (text: string): Found[] => [
  {
    id: 'search all',
    section: '',
    label: said.searchAll(text),
    icon: 'search',
    run: at(`search?${new URLSearchParams({ q: text })}`),
  },
  ...(mayAddTasks()
    ? [
        {
          id: 'new task',
          section: '',
          label: said.newTask(text),
          icon: 'plus' as const,
          run: () => openQuickAdd({ text }),
        },
      ]
    : []),
]
