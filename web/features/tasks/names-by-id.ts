import { computed, type ReadonlySignal } from '@preact/signals'
import { getStore } from '../../store/current-store.ts'

type NamedKind = 'projects' | 'teams' | 'sprints' | 'milestones' | 'goals'

type Names = ReadonlyMap<string, string>

const noNames: Names = new Map()
let cache: { org: string; names: Map<string, ReadonlySignal<Names>> } = { org: '', names: new Map() }

const idFields = {
  projects: 'project_id',
  teams: 'team_id',
  sprints: 'sprint_id',
  milestones: 'milestone_id',
  goals: 'goal_id',
} as const

/** Returns names by id, of the organization or of one team or project. Cached, since every task row looks them up. */
export function getNamesById(kind: NamedKind, parentId?: string | null): Names {
  if (parentId === null) return noNames
  const { org } = getStore()
  if (cache.org !== org) cache = { org, names: new Map() }
  const key = `${kind} ${parentId ?? ''}`
  let found = cache.names.get(key)
  if (!found) cache.names.set(key, (found = createTable(kind, parentId)))
  return found.value
}

function createTable(kind: NamedKind, parentId: string | undefined): ReadonlySignal<Names> {
  const rows = getStore().all(kind, undefined, parentId === undefined ? undefined : [parentId])
  return computed(() => {
    const all = (rows.value ?? []) as readonly { name?: string; title?: string }[]
    const id = idFields[kind] as keyof (typeof all)[number]
    return new Map(all.map((row) => [row[id] as string, row.name ?? row.title ?? '']))
  })
}
