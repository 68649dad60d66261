import type { Kind } from '@svc/import'
import { sql, type Sql } from '../../../../db/sql.ts'

export interface ExportScope {
  readonly orgId: string
  /** Project to which the export is limited. */
  readonly projectId: string | null
  /** User to whose data the export is limited. */
  readonly userScope?: UserScope
}

export interface UserScope {
  readonly userId: string
  readonly username: string
  /** Condition that the user may read task `t`. */
  readonly readable: Sql
  /** Condition that the user created task `t`, is assigned to it, commented on it or attached a file to it. */
  readonly isOwnTask: Sql
  readonly preferences: object
}

/** Row in the columns of the data format; rows are sorted by `sort_key`, and by `sort_key_2` if several rows have the same. */
export type SelectedRow = { sort_key: string; sort_key_2?: string } & Record<string, unknown>

export interface Selection {
  readonly kind: Kind
  readonly build: (scope: ExportScope) => Sql<SelectedRow>
  /** Part of the export of a project. */
  readonly inProjects: boolean
}

/** Kinds of which the export of a project has rows. */
const ofProjects: ReadonlySet<Kind> = new Set<Kind>([
  'projects',
  'project_members',
  'project_resources',
  'sections',
  'fields',
  'stops',
  'journeys',
  'goals',
  'tasks',
  'dependencies',
  'comments',
  'attachments',
  'task_spans',
])

/** Kinds with several rows of the same `sort_key`. */
const withPairs: ReadonlySet<Kind> = new Set<Kind>([
  'team_members',
  'project_members',
  'view_pins',
  'dependencies',
  'watchers',
  'external_refs',
  'task_spans',
])

export const defineSelection = (kind: Kind, build: (scope: ExportScope) => Sql): Selection => ({
  kind,
  build: build as Selection['build'],
  inProjects: ofProjects.has(kind),
})

const everything = sql.raw('')

/** Returns a condition that follows others. */
export const inProject = ({ projectId }: ExportScope, column: Sql): Sql =>
  projectId === null ? everything : sql`and ${column} = ${projectId}`

const bySortKey = sql`r.sort_key collate "C"`
const byBothKeys = sql`r.sort_key collate "C", r.sort_key_2 collate "C"`

/** Returns the slice of a selection after a row, in the order of the positions, which an index on `sort_key` has. */
export function selectSlice(
  { kind, build }: Selection,
  scope: ExportScope,
  after: SelectedRow | undefined,
  limit: number,
) {
  const rows = build(scope)
  const order = withPairs.has(kind) ? byBothKeys : bySortKey
  if (after === undefined) return sql<SelectedRow>`select * from (${rows}) as r order by ${order} limit ${limit}`
  const { sort_key, sort_key_2 } = after
  const condition =
    sort_key_2 === undefined
      ? sql`r.sort_key collate "C" > ${sort_key}`
      : sql`r.sort_key collate "C" >= ${sort_key} and (r.sort_key collate "C" > ${sort_key} or r.sort_key_2 collate "C" > ${sort_key_2})`
  return sql<SelectedRow>`select * from (${rows}) as r where ${condition} order by ${order} limit ${limit}`
}
