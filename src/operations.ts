/** All operations of the API, in the order of the document. */
import type { AnyOperation } from './kernel/operation.ts'
import * as audit from './resources/audit/operations.ts'
import * as availability from './resources/availability/operations.ts'
import * as designationLists from './resources/designations/listing.ts'
import * as designations from './resources/designations/operations.ts'
import { streamEvents } from './resources/events/operations.ts'
import { endSessionOperation, listSessionsOperation } from './resources/sessions/operations.ts'
import { disconnectAppOperation, listConnectedAppsOperation } from './resources/connected-apps/operations.ts'
import { convertTaskToGoalOperation } from './resources/goals/convert.ts'
import * as goalTasks from './resources/goals/filing.ts'
import { moveGoalOperation } from './resources/goals/move.ts'
import * as goals from './resources/goals/operations.ts'
import { listOrganizationGoalsOperation } from './resources/goals/organization.ts'
import { reorderGoalsOperation } from './resources/goals/reorder.ts'
import * as health from './resources/health/operations.ts'
import { getMeOperation } from './resources/me/operations.ts'
import * as inviteAnswers from './resources/organization-invites/answers.ts'
import * as oauthClients from './resources/oauth-clients/operations.ts'
import * as notifications from './resources/notifications/operations.ts'
import * as preferences from './resources/notifications/preferences.ts'
import * as invites from './resources/organization-invites/operations.ts'
import * as journeys from './resources/journeys/operations.ts'
import * as members from './resources/organization-members/operations.ts'
import * as milestones from './resources/milestones/operations.ts'
import * as accessReview from './resources/organizations/access-review.ts'
import * as organizations from './resources/organizations/operations.ts'
import * as projectMembers from './resources/project-members/operations.ts'
import * as projectResources from './resources/project-resources/operations.ts'
import * as projectStats from './resources/project-stats/operations.ts'
import { listProjectsOperation } from './resources/projects/listing.ts'
import * as projects from './resources/projects/operations.ts'
import { reorderProjectsOperation } from './resources/projects/reorder.ts'
import * as reminders from './resources/reminders/operations.ts'
import { listNewReleasesOperation } from './resources/releases/operations.ts'
import * as settings from './resources/organizations/settings.ts'
import * as comments from './resources/task-comments/operations.ts'
import * as taskAttachments from './resources/task-attachments/operations.ts'
import { listPersonalSectionsOperation, listSectionsOperation } from './resources/sections/list.ts'
import * as sections from './resources/sections/operations.ts'
import * as roadmap from './resources/roadmap/operations.ts'
import * as stopContents from './resources/stops/contents.ts'
import * as stops from './resources/stops/operations.ts'
import * as serviceAccounts from './resources/service-accounts/operations.ts'
import { completeSprintOperation } from './resources/sprints/complete.ts'
import * as sprints from './resources/sprints/operations.ts'
import * as taskHistory from './resources/task-history/operations.ts'
import * as watchers from './resources/task-watchers/operations.ts'
import * as taskActions from './resources/tasks/actions.ts'
import { bulkUpdateTasksOperation } from './resources/tasks/bulk.ts'
import { countTasksOperation } from './resources/tasks/counting.ts'
import { listIntakeOperation, listTasksOperation } from './resources/tasks/listing.ts'
import * as tasks from './resources/tasks/operations.ts'
import { restoreTaskOperation } from './resources/tasks/restoring.ts'
import { setTaskSectionOperation } from './resources/tasks/set-section.ts'
import * as teamMembers from './resources/teams/members.ts'
import * as teams from './resources/teams/operations.ts'
import * as minting from './resources/tokens/minting.ts'
import * as tokens from './resources/tokens/operations.ts'
import * as deliveries from './resources/webhooks/deliveries.ts'
import * as pins from './resources/view-pins/operations.ts'
import { listViewRowsOperation } from './resources/views/ask.ts'
import { duplicateViewOperation } from './resources/views/duplicate.ts'
import * as views from './resources/views/operations.ts'
import { listEventTypes } from './resources/webhooks/event-types.ts'
import * as webhooks from './resources/webhooks/operations.ts'
import { testWebhook } from './resources/webhooks/testing.ts'

export const operations: readonly AnyOperation[] = [
  health.getHealthOperation,
  getMeOperation,
  listConnectedAppsOperation,
  disconnectAppOperation,
  listSessionsOperation,
  endSessionOperation,
  organizations.listOrganizationsOperation,
  organizations.createOrganizationOperation,
  organizations.getOrganizationOperation,
  organizations.updateOrganizationOperation,
  organizations.deleteOrganizationOperation,
  accessReview.getAccessReviewOperation,
  settings.getOrganizationSettingsOperation,
  settings.updateOrganizationSettingsOperation,
  settings.putOrganizationSettingsOperation,
  members.listOrganizationMembersOperation,
  members.getOrganizationMemberOperation,
  members.updateOrganizationMemberOperation,
  members.putOrganizationMemberOperation,
  members.removeOrganizationMemberOperation,
  invites.createInviteOperation,
  invites.listInvitesOperation,
  inviteAnswers.listOwnInvitesOperation,
  invites.getInviteOperation,
  invites.updateInviteOperation,
  invites.putInviteOperation,
  invites.deleteInviteOperation,
  invites.resendInviteOperation,
  inviteAnswers.acceptInviteOperation,
  inviteAnswers.rejectInviteOperation,
  designationLists.listDesignationsOperation,
  designations.createDesignationOperation,
  designations.getDesignationOperation,
  designations.updateDesignationOperation,
  designations.putDesignationOperation,
  designationLists.updateDesignationVisibilityOperation,
  designations.deleteDesignationOperation,
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
  listOrganizationGoalsOperation,
  goals.listGoalsOperation,
  goals.createGoalOperation,
  goals.getGoalOperation,
  goals.updateGoalOperation,
  goals.putGoalOperation,
  goals.deleteGoalOperation,
  reorderGoalsOperation,
  moveGoalOperation,
  convertTaskToGoalOperation,
  goalTasks.addGoalTasksOperation,
  goalTasks.removeGoalTaskOperation,
  listTasksOperation,
  countTasksOperation,
  tasks.createTaskOperation,
  tasks.getTaskOperation,
  tasks.updateTaskOperation,
  tasks.putTaskOperation,
  tasks.deleteTaskOperation,
  bulkUpdateTasksOperation,
  restoreTaskOperation,
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
  roadmap.getOrganizationRoadmapOperation,
  roadmap.getTeamRoadmapOperation,
  roadmap.getProjectRoadmapOperation,
  roadmap.listTaskStopsOperation,
  journeys.createJourneyOperation,
  journeys.updateJourneyOperation,
  journeys.deleteJourneyOperation,
  journeys.reorderJourneysOperation,
  journeys.reorderStopsOperation,
  stops.createStopOperation,
  stops.getStopOperation,
  stops.updateStopOperation,
  stops.deleteStopOperation,
  stopContents.addStopTasksOperation,
  stopContents.removeStopTaskOperation,
  stopContents.pinMilestoneOperation,
  stopContents.unpinMilestoneOperation,
  teams.listTeamsOperation,
  teams.createTeamOperation,
  teams.getTeamOperation,
  teams.updateTeamOperation,
  teams.putTeamOperation,
  teams.deleteTeamOperation,
  teamMembers.listTeamMembersOperation,
  teamMembers.addTeamMemberOperation,
  teamMembers.updateTeamMemberOperation,
  teamMembers.putTeamMemberOperation,
  teamMembers.removeTeamMemberOperation,
  listIntakeOperation,
  sprints.listSprintsOperation,
  sprints.createSprintOperation,
  sprints.getCurrentSprintOperation,
  sprints.getSprintOperation,
  sprints.updateSprintOperation,
  sprints.putSprintOperation,
  completeSprintOperation,
  sprints.deleteSprintOperation,
  milestones.listMilestonesOperation,
  milestones.createMilestoneOperation,
  milestones.getMilestoneOperation,
  milestones.updateMilestoneOperation,
  milestones.putMilestoneOperation,
  milestones.deleteMilestoneOperation,
  availability.listAvailabilityOperation,
  availability.createAvailabilityEntryOperation,
  availability.updateAvailabilityEntryOperation,
  availability.putAvailabilityEntryOperation,
  availability.deleteAvailabilityEntryOperation,
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
  duplicateViewOperation,
  listViewRowsOperation,
  pins.listPinsOperation,
  pins.pinViewOperation,
  pins.unpinViewOperation,
  pins.pinProjectOperation,
  pins.unpinProjectOperation,
  pins.reorderPinsOperation,
  notifications.listNotificationsOperation,
  notifications.countNotifications,
  notifications.markReadOperation,
  notifications.readNotification,
  notifications.updateNotification,
  preferences.readPreferences,
  preferences.updatePreferences,
  tokens.listTokensOperation,
  minting.createTokenOperation,
  tokens.getTokenOperation,
  tokens.updateTokenOperation,
  minting.rotateTokenOperation,
  tokens.revokeTokenOperation,
  serviceAccounts.listServiceAccountsOperation,
  serviceAccounts.createServiceAccountOperation,
  serviceAccounts.getServiceAccountOperation,
  serviceAccounts.updateServiceAccountOperation,
  serviceAccounts.deactivateServiceAccountOperation,
  listEventTypes,
  streamEvents,
  webhooks.listWebhooksOperation,
  webhooks.createWebhook,
  webhooks.readWebhook,
  webhooks.updateWebhookOperation,
  webhooks.deleteWebhookOperation,
  webhooks.rotateWebhookSecretOperation,
  testWebhook,
  deliveries.listDeliveriesOperation,
  deliveries.readDelivery,
  deliveries.replayDelivery,
  oauthClients.listOAuthClientsOperation,
  oauthClients.createOAuthClientOperation,
  oauthClients.getOAuthClientOperation,
  oauthClients.updateOAuthClientOperation,
  oauthClients.revokeOAuthClientOperation,
  oauthClients.rotateOAuthClientSecretOperation,
  audit.listAuditEventsOperation,
  audit.exportAuditEventsOperation,
  listNewReleasesOperation,
]
