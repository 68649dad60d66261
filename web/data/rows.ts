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

/** Types of cached rows, by the SDK resource that reads them. */
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

/** Additional fields of listed tasks: the section in the scope that was last requested. */
interface ListedTask {
  comments?: number | null
  section_id?: string | null
  section_position?: number | null
}

export type Kind = keyof Rows

export type AnyRow = Record<string, unknown>

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

const PATH_PARAMS: Partial<Record<Kind, readonly string[]>> = {
  sprints: ['team_id', 'sprint_id'],
  milestones: ['team_id', 'milestone_id'],
  goals: ['project_id', 'goal_id'],
  projectMembers: ['user_id', 'project_id'],
}

/** Returns the id of a row in the store; project members need both ids. */
export function keyOf(kind: Kind, row: AnyRow): string {
  const id = row[idOf[kind]] as string
  return kind === 'projectMembers' ? `${id} ${row.project_id as string}` : id
}

export function pathOf(kind: Kind, id: string, row: AnyRow | undefined): string[] {
  if (kind === 'projectMembers') return id.split(' ')
  return PATH_PARAMS[kind]?.map((name) => (name === idOf[kind] ? id : (row?.[name] as string))) ?? [id]
}
