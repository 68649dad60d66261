import type { Task } from '@svc/sdk'
import { navigate, setQuery } from '../../location.ts'
import { commands } from '../../commands/commands.ts'
import { openQuickAdd } from '../../commands/dialog-state.ts'
import { getStore } from '../../store/current-store.ts'
import { canAddTasks } from '../members/permissions.ts'
import { paletteTexts as messages } from '../../messages/palette.ts'
import { settingsGroupNames, settingsNavTexts } from '../../messages/settings-pages.ts'
import { listSettingsPages } from '../settings/settings-pages.ts'
import { buildSettingsPath } from '../settings/settings-path.ts'
import { rankMatches, scoreMatch } from '../../components/util/text-search.ts'
import type { IconName } from '../../components/icon.tsx'

export interface PaletteRow {
  id: string
  section: string
  label: string
  hint?: string | undefined
  keys?: string | undefined
  icon?: IconName
  task?: Task
  run: () => void
}

const prefixes = { '>': 'commands', '+': 'projects', '@': 'people' } as const

/** Returns the best matches by section, or more matches of one section if the text begins with its prefix. */
export function searchAll(
  input: string,
  fromServer: readonly Task[],
  listCommandRows: readonly PaletteRow[] = [],
): PaletteRow[] {
  const kind = prefixes[input[0] as keyof typeof prefixes]
  const text = (kind ? input.slice(1) : input).trim()
  const commandRowsAll = [...listCommands(text !== ''), ...listCommandRows]
  if (kind === 'commands') return findBest(text, commandRowsAll, 100)
  if (kind === 'projects') return findBest(text, listProjects(), 40)
  if (kind === 'people') return findBest(text, listPeople(), 40)
  if (!text) return [...findBest('', listCommands(), 30), ...findBest('', listProjects(), 5)]
  const commandRows = findBest(text, commandRowsAll, 12)
  const groups = [
    findTasks(text, fromServer),
    findBest(text, listProjects(), 5),
    findBest(text, listTeamsAndViews(), 5),
    findBest(text, listPeople(), 4),
    findBest(text, listSettings(), 4),
  ]
  // Sections are sorted by their best match. Commands come first only if a word begins with the text.
  const computeScore = ([first]: PaletteRow[]) => (first ? scoreMatch(text, first.label) : 0)
  const otherRows = groups.sort((a, b) => computeScore(b) - computeScore(a)).flat()
  const commandsFirst = computeScore(commandRows) >= 4
  return [
    ...(commandsFirst ? commandRows : []),
    ...otherRows,
    ...(commandsFirst ? [] : commandRows),
    ...listFallbacks(text),
  ]
}

const findBest = (text: string, rows: PaletteRow[], limit: number): PaletteRow[] =>
  rankMatches(text, rows, ({ label, hint }) => (hint ? `${label} ${hint}` : label)).slice(0, limit)

/** Returns the commands that can run; those for lists, which mostly run by key, only if they are searched for. */
const listCommands = (hasText = false): PaletteRow[] =>
  commands.value
    .filter(({ unlisted, when }) => (hasText || !unlisted) && (when?.() ?? true))
    .map(({ id, title, section, keys, run }) => ({
      id: `do ${id}`,
      section: messages.commands,
      label: title,
      hint: section,
      keys: keys?.split(' or ')[0],
      run,
    }))

/** Merges cached tasks, which are shown immediately, with the search results of the server. */
function findTasks(text: string, fromServer: readonly Task[]): PaletteRow[] {
  const toText = ({ title, key, task_id }: Task) => `${key ?? ''} ${title} ${task_id}`
  // A subsequence match is too weak: among thousands of titles it is mostly coincidence.
  const cached = rankMatches(text, getStore().listKnown('tasks'), toText)
    .filter((task) => scoreMatch(text, toText(task)) > 1)
    .slice(0, 8)
  const ids = new Set(cached.map(({ task_id }) => task_id))
  const found = fromServer.filter(({ task_id }) => !ids.has(task_id))
  return [...cached, ...found].slice(0, 12).map((task) => ({
    id: `task ${task.task_id}`,
    section: messages.tasks,
    label: task.title,
    hint: task.key ?? undefined,
    task,
    run: () => setQuery({ task: task.task_id }),
  }))
}

const goTo = (path: string) => () => navigate(`/o/${getStore().org}/${path}`)

const listProjects = (): PaletteRow[] =>
  (getStore().all('projects').value ?? []).map(({ project_id, name }) => ({
    id: `project ${project_id}`,
    section: messages.projects,
    label: name,
    icon: 'project',
    run: goTo(`p/${project_id}`),
  }))

const listTeamsAndViews = (): PaletteRow[] => [
  ...(getStore().all('teams').value ?? []).map(({ team_id, name }): PaletteRow => ({
    id: `team ${team_id}`,
    section: messages.teams,
    label: name,
    icon: 'team',
    run: goTo(`team/${team_id}`),
  })),
  ...(getStore().all('views').value ?? []).map(({ view_id, name }): PaletteRow => ({
    id: `view ${view_id}`,
    section: messages.views,
    label: name,
    icon: 'layers',
    run: goTo(`v/${view_id}`),
  })),
]

const listPeople = (): PaletteRow[] =>
  (getStore().all('organizationMembers').value ?? []).flatMap(({ user_id, username, email }) =>
    username
      ? [
          {
            id: `person ${user_id}`,
            section: messages.people,
            label: username,
            hint: email ?? undefined,
            icon: 'person' as const,
            run: goTo(`tasks?${new URLSearchParams({ 'filter[assignee]': username })}`),
          },
        ]
      : [],
  )

const listSettings = (): PaletteRow[] =>
  listSettingsPages().map(({ id, title, group, icon }) => ({
    id: `settings ${id}`,
    section: settingsNavTexts.title,
    label: title,
    hint: settingsGroupNames[group],
    icon,
    run: () => navigate(buildSettingsPath(id)),
  }))

const listFallbacks = (text: string): PaletteRow[] => [
  {
    id: 'search all',
    section: '',
    label: messages.searchAll(text),
    icon: 'search',
    run: goTo(`search?${new URLSearchParams({ q: text })}`),
  },
  ...(canAddTasks()
    ? [
        {
          id: 'new task',
          section: '',
          label: messages.newTask(text),
          icon: 'plus' as const,
          run: () => openQuickAdd({ text }),
        },
      ]
    : []),
]
