/** All operations of the API, in the order of the document. */
import type { AnyOperation } from './http/operation.ts'
import * as account from './resources/people/account/operations.ts'
import * as passkeys from './resources/people/account/passkey-operations.ts'
import * as audit from './resources/people/audit/operations.ts'
import * as availability from './resources/planning/availability/operations.ts'
import * as domains from './resources/people/domains/operations.ts'
import * as joinRequests from './resources/people/domains/join-operations.ts'
import * as designations from './resources/people/designations/operations.ts'
import { streamEventsOperation } from './resources/platform/events/operations.ts'
import { endSessionOperation, listSessionsOperation } from './resources/people/sessions/operations.ts'
import { disconnectAppOperation, listConnectedAppsOperation } from './resources/platform/connected-apps/operations.ts'
import * as fields from './resources/work/fields/operations.ts'
import * as fieldOptions from './resources/work/fields/option-operations.ts'
import * as goals from './resources/planning/goals/operations.ts'
import * as health from './resources/planning/health/operations.ts'
import { getMeOperation } from './resources/people/me/operations.ts'
import * as oauthClients from './resources/platform/oauth-clients/operations.ts'
import { getInstallationOperation, sendTestEmailOperation } from './installation/operations.ts'
import * as notifications from './resources/platform/notifications/operations.ts'
import * as preferences from './resources/platform/notifications/preferences-operations.ts'
import * as invites from './resources/people/invites/operations.ts'
import * as journeys from './resources/planning/journeys/operations.ts'
import * as members from './resources/people/members/operations.ts'
import * as milestones from './resources/planning/milestones/operations.ts'
import * as accessReview from './resources/people/organizations/access-review/operations.ts'
import * as organizations from './resources/people/organizations/operations.ts'
import * as projectMembers from './resources/work/project-members/operations.ts'
import * as projectResources from './resources/work/project-resources/operations.ts'
import * as projectStats from './resources/work/project-stats/operations.ts'
import { listProjectsOperation } from './resources/work/projects/list-operation.ts'
import * as projects from './resources/work/projects/operations.ts'
import { reorderProjectsOperation } from './resources/work/projects/reorder-operation.ts'
import * as reminders from './resources/work/reminders/operations.ts'
import { listNewReleasesOperation } from './resources/platform/releases/operations.ts'
import * as claims from './resources/work/claims/operations.ts'
import * as comments from './resources/work/comments/operations.ts'
import * as externalComments from './resources/work/comments/external-operations.ts'
import * as taskAttachments from './resources/work/attachments/operations.ts'
import { listPersonalSectionsOperation, listSectionsOperation } from './resources/work/sections/list-operations.ts'
import * as sections from './resources/work/sections/operations.ts'
import * as roadmap from './resources/planning/roadmap/operations.ts'
import * as stops from './resources/planning/stops/operations.ts'
import * as serviceAccounts from './resources/people/service-accounts/operations.ts'
import * as exports from './resources/platform/exports/operations.ts'
import * as sprints from './resources/planning/sprints/operations.ts'
import * as taskHistory from './resources/work/history/operations.ts'
import * as watchers from './resources/work/watchers/operations.ts'
import * as taskActions from './resources/work/tasks/field-operations.ts'
import { bulkUpdateTasksOperation } from './resources/work/tasks/bulk-operation.ts'
import { countTasksOperation } from './resources/work/tasks/count-operation.ts'
import { listIntakeOperation, listTasksOperation } from './resources/work/tasks/list-operations.ts'
import { getTaskByKeyOperation } from './resources/work/tasks/by-key-operation.ts'
import * as tasks from './resources/work/tasks/operations.ts'
import { handOverWorkOperation } from './resources/work/hand-over/operations.ts'
import { duplicateTaskOperation } from './resources/work/tasks/duplicate-operation.ts'
import { restoreTaskOperation } from './resources/work/tasks/restore-operation.ts'
import { setTaskSectionOperation } from './resources/work/tasks/section-operation.ts'
import * as teams from './resources/planning/teams/operations.ts'
import * as minting from './resources/platform/tokens/issue-operations.ts'
import * as tokens from './resources/platform/tokens/operations.ts'
import * as deliveries from './resources/platform/webhooks/delivery-operations.ts'
import * as pins from './resources/work/view-pins/operations.ts'
import * as views from './resources/work/views/operations.ts'
import { listEventTypesOperation } from './resources/platform/webhooks/event-type-operations.ts'
import * as externalTasks from './resources/work/tasks/external-operations.ts'
import * as imports from './resources/platform/imports/operations.ts'
import * as placeholders from './resources/platform/imports/placeholder-operations.ts'
import * as webhooks from './resources/platform/webhooks/operations.ts'
import { testWebhookOperation } from './resources/platform/webhooks/test-operation.ts'

export const operations: readonly AnyOperation[] = [
  health.getHealthOperation,
  getInstallationOperation,
  sendTestEmailOperation,
  getMeOperation,
  listConnectedAppsOperation,
  disconnectAppOperation,
  account.getAccountOperation,
  account.setPasswordOperation,
  account.removePasswordOperation,
  account.setUpTotpOperation,
  account.removeTotpOperation,
  account.disconnectIdentityOperation,
  passkeys.listPasskeysOperation,
  passkeys.addPasskeyOperation,
  passkeys.readPasskeyOperation,
  passkeys.updatePasskeyOperation,
  passkeys.deletePasskeyOperation,
  listSessionsOperation,
  endSessionOperation,
  organizations.listOrganizationsOperation,
  organizations.createOrganizationOperation,
  organizations.getOrganizationOperation,
  organizations.updateOrganizationOperation,
  organizations.deleteOrganizationOperation,
  accessReview.getAccessReviewOperation,
  organizations.getOrganizationSettingsOperation,
  organizations.updateOrganizationSettingsOperation,
  organizations.putOrganizationSettingsOperation,
  members.listOrganizationMembersOperation,
  members.getOrganizationMemberOperation,
  members.updateOrganizationMemberOperation,
  members.putOrganizationMemberOperation,
  members.removeOrganizationMemberOperation,
  handOverWorkOperation,
  invites.createInviteOperation,
  invites.listInvitesOperation,
  invites.listOwnInvitesOperation,
  invites.getInviteOperation,
  invites.updateInviteOperation,
  invites.putInviteOperation,
  invites.deleteInviteOperation,
  invites.resendInviteOperation,
  invites.acceptInviteOperation,
  invites.rejectInviteOperation,
  domains.listDomainsOperation,
  domains.getDomainOperation,
  domains.createDomainOperation,
  domains.verifyDomainOperation,
  domains.deleteDomainOperation,
  joinRequests.listJoinableOperation,
  joinRequests.createJoinRequestOperation,
  joinRequests.listJoinRequestsOperation,
  joinRequests.getJoinRequestOperation,
  joinRequests.acceptJoinRequestOperation,
  joinRequests.declineJoinRequestOperation,
  designations.listDesignationsOperation,
  designations.createDesignationOperation,
  designations.getDesignationOperation,
  designations.updateDesignationOperation,
  designations.putDesignationOperation,
  designations.updateDesignationVisibilityOperation,
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
  stops.addStopTasksOperation,
  stops.removeStopTaskOperation,
  stops.pinMilestoneOperation,
  stops.unpinMilestoneOperation,
  teams.listTeamsOperation,
  teams.createTeamOperation,
  teams.getTeamOperation,
  teams.updateTeamOperation,
  teams.putTeamOperation,
  teams.deleteTeamOperation,
  teams.listTeamMembersOperation,
  teams.addTeamMemberOperation,
  teams.updateTeamMemberOperation,
  teams.putTeamMemberOperation,
  teams.removeTeamMemberOperation,
  listIntakeOperation,
  sprints.listSprintsOperation,
  sprints.createSprintOperation,
  sprints.getCurrentSprintOperation,
  sprints.getSprintOperation,
  sprints.getSprintBurndownOperation,
  sprints.updateSprintOperation,
  sprints.putSprintOperation,
  sprints.completeSprintOperation,
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
  views.duplicateViewOperation,
  views.listViewRowsOperation,
  pins.listPinsOperation,
  pins.pinViewOperation,
  pins.unpinViewOperation,
  pins.pinProjectOperation,
  pins.unpinProjectOperation,
  pins.reorderPinsOperation,
  exports.exportOrganizationOperation,
  exports.exportProjectOperation,
  exports.exportOwnDataOperation,
  exports.getExportOperation,
  exports.downloadExportOperation,
  notifications.listNotificationsOperation,
  notifications.countNotificationsOperation,
  notifications.markReadOperation,
  notifications.readNotificationOperation,
  notifications.updateNotificationOperation,
  preferences.readPreferencesOperation,
  preferences.updatePreferencesOperation,
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
  listEventTypesOperation,
  streamEventsOperation,
  webhooks.listWebhooksOperation,
  webhooks.createWebhookOperation,
  webhooks.readWebhookOperation,
  webhooks.updateWebhookOperation,
  webhooks.deleteWebhookOperation,
  webhooks.rotateWebhookSecretOperation,
  testWebhookOperation,
  deliveries.listDeliveriesOperation,
  deliveries.readDeliveryOperation,
  deliveries.replayDeliveryOperation,
  oauthClients.listOAuthClientsOperation,
  oauthClients.createOAuthClientOperation,
  oauthClients.getOAuthClientOperation,
  oauthClients.updateOAuthClientOperation,
  oauthClients.revokeOAuthClientOperation,
  oauthClients.rotateOAuthClientSecretOperation,
  externalTasks.putExternalTaskOperation,
  externalTasks.deleteExternalTaskOperation,
  externalComments.putExternalCommentOperation,
  externalComments.deleteExternalCommentOperation,
  imports.createImportOperation,
  imports.listImportsOperation,
  imports.readImportOperation,
  imports.listImportReportOperation,
  imports.downloadImportOperation,
  imports.undoImportOperation,
  imports.repeatImportOperation,
  placeholders.listPlaceholdersOperation,
  placeholders.matchPlaceholderOperation,
  audit.listAuditEventsOperation,
  audit.exportAuditEventsOperation,
  listNewReleasesOperation,
]
