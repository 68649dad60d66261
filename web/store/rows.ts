import type {
  Field,
  Goal,
  Milestone,
  Notification,
  OrganizationMember,
  ProjectMember,
  ProjectSummary,
  Section,
  Sprint,
  Task,
  TaskAttachment,
  TaskComment,
  Team,
  View,
} from '@svc/sdk'

export interface RowTypes {
  tasks: Task & ListedTask
  taskComments: TaskComment
  taskAttachments: TaskAttachment
  projects: ProjectSummary
  teams: Team
  sections: Section
  sprints: Sprint
  milestones: Milestone
  goals: Goal
  fields: Field
  organizationMembers: OrganizationMember
  projectMembers: ProjectMember
  views: View
  notifications: Notification
}

/** Additional fields of listed tasks: the section in the scope that was last requested. */
interface ListedTask {
  comments?: number | null
  section_id?: string | null
  section_position?: number | null
}

export type RowKind = keyof RowTypes

export type AnyRow = Record<string, unknown>

export const ID_FIELDS = {
  tasks: 'task_id',
  taskComments: 'comment_id',
  taskAttachments: 'attachment_id',
  projects: 'project_id',
  teams: 'team_id',
  sections: 'section_id',
  sprints: 'sprint_id',
  milestones: 'milestone_id',
  goals: 'goal_id',
  fields: 'field_id',
  organizationMembers: 'user_id',
  projectMembers: 'user_id',
  views: 'view_id',
  notifications: 'notification_id',
} as const satisfies Record<RowKind, string>

const PATH_PARAMS: Partial<Record<RowKind, readonly string[]>> = {
  sprints: ['team_id', 'sprint_id'],
  milestones: ['team_id', 'milestone_id'],
  goals: ['project_id', 'goal_id'],
  projectMembers: ['user_id', 'project_id'],
}

/** Returns the id of a row in the store; project members need both ids. */
export function getRowId(kind: RowKind, row: AnyRow): string {
  const id = row[ID_FIELDS[kind]] as string
  return kind === 'projectMembers' ? `${id} ${row.project_id as string}` : id
}

export function getRowPath(kind: RowKind, id: string, row: AnyRow | undefined): string[] {
  if (kind === 'projectMembers') return id.split(' ')
  return PATH_PARAMS[kind]?.map((name) => (name === ID_FIELDS[kind] ? id : (row?.[name] as string))) ?? [id]
}

export const isObject = (value: unknown): value is AnyRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges changes into a row as the server does: objects merge, other values are replaced. */
export function mergeRow(row: AnyRow, patch: AnyRow): AnyRow {
  const next = { ...row }
  for (const [name, value] of Object.entries(patch)) {
    const before = row[name]
    next[name] = isObject(value) && isObject(before) ? removeNulls(mergeRow(before, value)) : value
  }
  return next
}

/** Removes null members (RFC 7396). */
const removeNulls = (value: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))

export function buildInversePatch(row: AnyRow, patch: AnyRow): AnyRow {
  const back: AnyRow = {}
  for (const [name, value] of Object.entries(patch)) {
    const before = row[name]
    back[name] = isObject(value) && isObject(before) ? buildInversePatch(before, value) : (before ?? null)
  }
  return back
}

export const omit = <T extends object, Name extends keyof T>(object: T, ...names: Name[]): Omit<T, Name> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name as Name))) as Omit<T, Name>

/** Compares two JSON values; null equals undefined. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b || (a == null && b == null)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isEqual(one, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => isEqual(a[name], b[name]))
}
