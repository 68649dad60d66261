import type {
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

/** The kinds of rows that the console keeps, by the names of the SDK's resources. */
export interface Rows {
  tasks: Task & ListedTask
  taskComments: TaskComment
  taskAttachments: TaskAttachment
  projects: ProjectSummary
  teams: Team
  sections: Section
  sprints: Sprint
  milestones: Milestone
  goals: Goal
  organizationMembers: OrganizationMember
  projectMembers: ProjectMember
  views: View
  notifications: Notification
}

/** What lists of tasks say besides: the place in a section of the scope that the list was asked with last. */
interface ListedTask {
  comments?: number | null
  section_id?: string | null
  section_position?: number | null
}

export type Kind = keyof Rows

/** A row, whatever its kind. */
export type AnyRow = Record<string, unknown>

/** The attribute that names a row of each kind. */
export const idOf = {
  tasks: 'task_id',
  taskComments: 'comment_id',
  taskAttachments: 'attachment_id',
  projects: 'project_id',
  teams: 'team_id',
  sections: 'section_id',
  sprints: 'sprint_id',
  milestones: 'milestone_id',
  goals: 'goal_id',
  organizationMembers: 'user_id',
  projectMembers: 'user_id',
  views: 'view_id',
  notifications: 'notification_id',
} as const satisfies Record<Kind, string>

/** What the paths of single rows name before or after their id, where that is not enough. */
const paths: Partial<Record<Kind, readonly string[]>> = {
  sprints: ['team_id', 'sprint_id'],
  milestones: ['team_id', 'milestone_id'],
  goals: ['project_id', 'goal_id'],
  projectMembers: ['user_id', 'project_id'],
}

/** The id by which a row is kept. A person is a member of many projects, so there it is of both. */
export function keyOf(kind: Kind, row: AnyRow): string {
  const id = row[idOf[kind]] as string
  return kind === 'projectMembers' ? `${id} ${row.project_id as string}` : id
}

/** What the path of an operation on one row names: what the SDK's `read` and `update` begin with. */
export function pathOf(kind: Kind, id: string, row: AnyRow | undefined): string[] {
  if (kind === 'projectMembers') return id.split(' ')
  return paths[kind]?.map((name) => (name === idOf[kind] ? id : (row?.[name] as string))) ?? [id]
}
