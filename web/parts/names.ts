import { computed, type ReadonlySignal } from '@preact/signals'
import { data } from '../data/current.ts'

/** What has a name that rows of tasks show. */
type Named = 'projects' | 'teams' | 'sprints' | 'milestones' | 'goals'

type Names = ReadonlyMap<string, string>

const nobody: Names = new Map()
let made: { org: string; names: Map<string, ReadonlySignal<Names>> } = { org: '', names: new Map() }

const idNames = {
  projects: 'project_id',
  teams: 'team_id',
  sprints: 'sprint_id',
  milestones: 'milestone_id',
  goals: 'goal_id',
} as const

/**
 * Names by id, of the organization or of one team or project of it. They are looked up for every row, so each table of them
 * is made once and again only when one of its rows changes.
 */
export function names(kind: Named, holder?: string | null): Names {
  if (holder === null) return nobody
  const { org } = data()
  if (made.org !== org) made = { org, names: new Map() }
  const key = `${kind} ${holder ?? ''}`
  let found = made.names.get(key)
  if (!found) made.names.set(key, (found = tableOf(kind, holder)))
  return found.value
}

function tableOf(kind: Named, holder: string | undefined): ReadonlySignal<Names> {
  const rows = data().all(kind, undefined, holder === undefined ? undefined : [holder])
  return computed(() => {
    const all = (rows.value ?? []) as readonly { name?: string; title?: string }[]
    const id = idNames[kind] as keyof (typeof all)[number]
    return new Map(all.map((row) => [row[id] as string, row.name ?? row.title ?? '']))
  })
}
