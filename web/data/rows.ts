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
  tasks: Task
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

export type Kind = keyof Rows

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
