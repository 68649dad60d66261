import type { AnyOperation } from './http/operation.ts'
import * as fields from './resources/work/fields/operations.ts'
import * as fieldOptions from './resources/work/fields/option-operations.ts'
import * as goals from './resources/planning/goals/operations.ts'
import * as projectMembers from './resources/work/project-members/operations.ts'
import * as projectResources from './resources/work/project-resources/operations.ts'
import * as projectStats from './resources/work/project-stats/operations.ts'
import { listProjectsOperation } from './resources/work/projects/list-operation.ts'
import * as projects from './resources/work/projects/operations.ts'
import { reorderProjectsOperation } from './resources/work/projects/reorder-operation.ts'
import * as reminders from './resources/work/reminders/operations.ts'
import * as claims from './resources/work/claims/operations.ts'
import * as comments from './resources/work/comments/operations.ts'
import * as taskAttachments from './resources/work/attachments/operations.ts'
import { listPersonalSectionsOperation, listSectionsOperation } from './resources/work/sections/list-operations.ts'
import * as sections from './resources/work/sections/operations.ts'
import * as taskHistory from './resources/work/history/operations.ts'
import * as watchers from './resources/work/watchers/operations.ts'
import * as taskActions from './resources/work/tasks/field-operations.ts'
import { bulkUpdateTasksOperation } from './resources/work/tasks/bulk-operation.ts'
import { countTasksOperation } from './resources/work/tasks/count-operation.ts'
import { listTasksOperation } from './resources/work/tasks/list-operations.ts'
import { getTaskByKeyOperation } from './resources/work/tasks/by-key-operation.ts'
import * as tasks from './resources/work/tasks/operations.ts'
import { duplicateTaskOperation } from './resources/work/tasks/duplicate-operation.ts'
import { restoreTaskOperation } from './resources/work/tasks/restore-operation.ts'
import { setTaskSectionOperation } from './resources/work/tasks/section-operation.ts'
import * as pins from './resources/work/view-pins/operations.ts'
import * as views from './resources/work/views/operations.ts'

/** Operations on projects, goals and tasks. */
export const projectOperations: readonly AnyOperation[] = [
  listProjectsOperation,
  projects.createProjectOperation,
  projects.getProjectOperation,
  projects.updateProjectOperation,
  projects.putProjectOperation,
  projects.deleteProjectOperation,
  reorderProjectsOperation,
  projectStats.getProjectStatsOperation,
  projectMembers.listProjectMembersOperation,
  projectMembers.createProjectMemberOperation,
  projectMembers.getProjectMemberOperation,
  projectMembers.updateProjectMemberOperation,
  projectMembers.putProjectMemberOperation,
  projectMembers.deleteProjectMemberOperation,
  projectResources.listProjectResourcesOperation,
  projectResources.createProjectResourceOperation,
  projectResources.uploadProjectResourceOperation,
  projectResources.getProjectResourceOperation,
  projectResources.downloadProjectResourceOperation,
  projectResources.updateProjectResourceOperation,
  projectResources.putProjectResourceOperation,
  projectResources.deleteProjectResourceOperation,
  goals.listOrganizationGoalsOperation,
  goals.listGoalsOperation,
  goals.createGoalOperation,
  goals.getGoalOperation,
  goals.updateGoalOperation,
  goals.putGoalOperation,
  goals.deleteGoalOperation,
  goals.reorderGoalsOperation,
  goals.moveGoalOperation,
  goals.convertTaskToGoalOperation,
  goals.addGoalTasksOperation,
  goals.removeGoalTaskOperation,
  fields.listFieldsOperation,
  fields.createFieldOperation,
  fields.getFieldOperation,
  fields.updateFieldOperation,
  fields.deleteFieldOperation,
  fieldOptions.createFieldOptionOperation,
  fieldOptions.updateFieldOptionOperation,
  fieldOptions.deleteFieldOptionOperation,
  listTasksOperation,
  countTasksOperation,
  tasks.createTaskOperation,
  tasks.getTaskOperation,
  getTaskByKeyOperation,
  tasks.updateTaskOperation,
  tasks.putTaskOperation,
  tasks.deleteTaskOperation,
  duplicateTaskOperation,
  bulkUpdateTasksOperation,
  restoreTaskOperation,
  claims.claimNextTaskOperation,
  claims.createClaimOperation,
  claims.renewClaimOperation,
  claims.releaseClaimOperation,
  taskActions.setTaskProjectOperation,
  taskActions.setTaskSprintOperation,
  taskActions.setTaskMilestoneOperation,
  setTaskSectionOperation,
  taskActions.addSubtaskOperation,
  taskActions.removeSubtaskOperation,
  taskActions.addDependencyOperation,
  taskActions.removeDependencyOperation,
  comments.listCommentsOperation,
  comments.createCommentOperation,
  comments.replyToCommentOperation,
  comments.getCommentOperation,
  comments.updateCommentOperation,
  comments.patchCommentOperation,
  comments.deleteCommentOperation,
  taskAttachments.listAttachmentsOperation,
  taskAttachments.createAttachmentOperation,
  taskAttachments.getAttachmentOperation,
  taskAttachments.downloadAttachmentOperation,
  taskAttachments.updateAttachmentOperation,
  taskAttachments.putAttachmentOperation,
  taskAttachments.deleteAttachmentOperation,
  taskHistory.listTaskHistoryOperation,
  taskHistory.getTaskHistoryEntryOperation,
  watchers.listWatchersOperation,
  watchers.getWatchOperation,
  watchers.watchTaskOperation,
  watchers.unwatchTaskOperation,
  reminders.createReminderOperation,
  reminders.listTaskRemindersOperation,
  reminders.listRemindersOperation,
  reminders.getReminderOperation,
  reminders.updateReminderOperation,
  reminders.deleteReminderOperation,
]

/** Operations on sections and saved views. */
export const viewOperations: readonly AnyOperation[] = [
  listSectionsOperation,
  listPersonalSectionsOperation,
  sections.createSectionOperation,
  sections.reorderSectionsOperation,
  sections.getSectionOperation,
  sections.updateSectionOperation,
  sections.deleteSectionOperation,
  views.listViewsOperation,
  views.createViewOperation,
  views.getViewOperation,
  views.updateViewOperation,
  views.deleteViewOperation,
  views.duplicateViewOperation,
  views.listViewRowsOperation,
  pins.listPinsOperation,
  pins.pinViewOperation,
  pins.unpinViewOperation,
  pins.pinProjectOperation,
  pins.unpinProjectOperation,
  pins.reorderPinsOperation,
]
