/** All operations of the API, in the order of the document. */
import type { AnyOperation } from './kernel/operation.ts'
import * as audit from './resources/audit/operations.ts'
import * as availability from './resources/availability/operations.ts'
import * as designationLists from './resources/designations/listing.ts'
import * as designations from './resources/designations/operations.ts'
import { streamEvents } from './resources/events/operations.ts'
import { endOwnSession, listOwnSessions } from './resources/sessions/operations.ts'
import { deleteConnectedApp, listConnectedApps } from './resources/connected-apps/operations.ts'
import { convertTask } from './resources/goals/convert.ts'
import * as goalTasks from './resources/goals/filing.ts'
import { moveGoalToProject } from './resources/goals/move.ts'
import * as goals from './resources/goals/operations.ts'
import { listOrganizationGoals } from './resources/goals/organization.ts'
import { reorderGoals } from './resources/goals/reorder.ts'
import * as health from './resources/health/operations.ts'
import { readMe } from './resources/me/operations.ts'
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
import { listProjects } from './resources/projects/listing.ts'
import * as projects from './resources/projects/operations.ts'
import { reorderProjects } from './resources/projects/reorder.ts'
import * as reminders from './resources/reminders/operations.ts'
import { readWhatsNew } from './resources/releases/operations.ts'
import * as settings from './resources/organizations/settings.ts'
import * as comments from './resources/task-comments/operations.ts'
import * as taskAttachments from './resources/task-attachments/operations.ts'
import { listOwnSections, listSections } from './resources/sections/list.ts'
import * as sections from './resources/sections/operations.ts'
import * as roadmap from './resources/roadmap/operations.ts'
import * as stopContents from './resources/stops/contents.ts'
import * as stops from './resources/stops/operations.ts'
import * as serviceAccounts from './resources/service-accounts/operations.ts'
import { completeSprint } from './resources/sprints/complete.ts'
import * as sprints from './resources/sprints/operations.ts'
import * as taskHistory from './resources/task-history/operations.ts'
import * as watchers from './resources/task-watchers/operations.ts'
import * as taskActions from './resources/tasks/actions.ts'
import { bulkUpdateTasks } from './resources/tasks/bulk.ts'
import { countTasks } from './resources/tasks/counting.ts'
import { listIntake, listTasks } from './resources/tasks/listing.ts'
import * as tasks from './resources/tasks/operations.ts'
import { restoreTask } from './resources/tasks/restoring.ts'
import { setTaskSection } from './resources/tasks/set-section.ts'
import * as teamMembers from './resources/teams/members.ts'
import * as teams from './resources/teams/operations.ts'
import * as minting from './resources/tokens/minting.ts'
import * as tokens from './resources/tokens/operations.ts'
import * as deliveries from './resources/webhooks/deliveries.ts'
import * as pins from './resources/view-pins/operations.ts'
import { listRows } from './resources/views/ask.ts'
import { duplicateView } from './resources/views/duplicate.ts'
import * as views from './resources/views/operations.ts'
import { listEventTypes } from './resources/webhooks/event-types.ts'
import * as webhooks from './resources/webhooks/operations.ts'
import { testWebhook } from './resources/webhooks/testing.ts'

export const operations: readonly AnyOperation[] = [
  health.readHealth,
  readMe,
  listConnectedApps,
  deleteConnectedApp,
  listOwnSessions,
  endOwnSession,
  organizations.listOrganizations,
  organizations.createOrganization,
  organizations.readOrganization,
  organizations.updateOrganization,
  organizations.deleteOrganization,
  accessReview.readAccessReview,
  settings.readSettings,
  settings.updateSettings,
  settings.putSettings,
  members.listMembers,
  members.readMember,
  members.updateMember,
  members.replaceMember,
  members.deleteMember,
  invites.createInvite,
  invites.listInvites,
  inviteAnswers.listOwnInvites,
  invites.readInvite,
  invites.updateInvite,
  invites.putInvite,
  invites.deleteInvite,
  invites.resendInvite,
  inviteAnswers.acceptInvite,
  inviteAnswers.rejectInvite,
  designationLists.listDesignations,
  designations.createDesignation,
  designations.readDesignation,
  designations.updateDesignation,
  designations.replaceDesignation,
  designationLists.setVisibility,
  designations.deleteDesignation,
  listProjects,
  projects.createProject,
  projects.readProject,
  projects.updateProject,
  projects.replaceProject,
  projects.deleteProject,
  reorderProjects,
  projectStats.readStats,
  projectMembers.listProjectMembers,
  projectMembers.createProjectMember,
  projectMembers.readProjectMember,
  projectMembers.updateProjectMember,
  projectMembers.replaceProjectMember,
  projectMembers.deleteProjectMember,
  projectResources.listResources,
  projectResources.createResource,
  projectResources.uploadResource,
  projectResources.readResource,
  projectResources.downloadResource,
  projectResources.updateResource,
  projectResources.putResource,
  projectResources.deleteResource,
  listOrganizationGoals,
  goals.listGoals,
  goals.createGoal,
  goals.readGoal,
  goals.updateGoal,
  goals.replaceGoal,
  goals.deleteGoal,
  reorderGoals,
  moveGoalToProject,
  convertTask,
  goalTasks.fileTasks,
  goalTasks.unfileTask,
  listTasks,
  countTasks,
  tasks.createTask,
  tasks.readTask,
  tasks.updateTask,
  tasks.replaceTask,
  tasks.deleteTask,
  bulkUpdateTasks,
  restoreTask,
  taskActions.setTaskProject,
  taskActions.setTaskSprint,
  taskActions.setTaskMilestone,
  setTaskSection,
  taskActions.addSubtask,
  taskActions.removeSubtask,
  taskActions.addDependency,
  taskActions.removeDependency,
  comments.listComments,
  comments.createComment,
  comments.replyToComment,
  comments.readComment,
  comments.updateComment,
  comments.patchComment,
  comments.deleteComment,
  taskAttachments.listAttachments,
  taskAttachments.createAttachment,
  taskAttachments.readAttachment,
  taskAttachments.downloadAttachment,
  taskAttachments.updateAttachment,
  taskAttachments.putAttachment,
  taskAttachments.deleteAttachment,
  taskHistory.listHistory,
  taskHistory.readHistory,
  watchers.listWatchers,
  watchers.readWatch,
  watchers.watchTask,
  watchers.unwatchTask,
  reminders.createReminder,
  reminders.listTaskReminders,
  reminders.listReminders,
  reminders.readReminder,
  reminders.updateReminder,
  reminders.deleteReminder,
  roadmap.readOrgRoadmap,
  roadmap.readTeamRoadmap,
  roadmap.readProjectRoadmap,
  roadmap.listTaskStops,
  journeys.createJourney,
  journeys.updateJourney,
  journeys.deleteJourney,
  journeys.reorderJourneys,
  journeys.reorderStops,
  stops.createStop,
  stops.readStop,
  stops.updateStop,
  stops.deleteStop,
  stopContents.fileStopTasks,
  stopContents.unfileStopTask,
  stopContents.pinMilestone,
  stopContents.unpinMilestone,
  teams.listTeams,
  teams.createTeam,
  teams.readTeam,
  teams.updateTeam,
  teams.replaceTeam,
  teams.deleteTeam,
  teamMembers.listTeamMembers,
  teamMembers.addTeamMember,
  teamMembers.updateTeamMember,
  teamMembers.replaceTeamMember,
  teamMembers.removeTeamMember,
  listIntake,
  sprints.listSprints,
  sprints.createSprint,
  sprints.readCurrentSprint,
  sprints.readSprint,
  sprints.updateSprint,
  sprints.putSprint,
  completeSprint,
  sprints.deleteSprint,
  milestones.listMilestones,
  milestones.createMilestone,
  milestones.readMilestone,
  milestones.updateMilestone,
  milestones.putMilestone,
  milestones.deleteMilestone,
  availability.readRange,
  availability.createAvailability,
  availability.updateAvailability,
  availability.putAvailability,
  availability.deleteAvailability,
  listSections,
  listOwnSections,
  sections.createSection,
  sections.reorderSections,
  sections.readSection,
  sections.updateSection,
  sections.deleteSection,
  views.listViews,
  views.createView,
  views.readView,
  views.updateView,
  views.deleteView,
  duplicateView,
  listRows,
  pins.listPins,
  pins.pinView,
  pins.unpinView,
  pins.pinProject,
  pins.unpinProject,
  pins.reorderPins,
  notifications.listNotifications,
  notifications.countNotifications,
  notifications.markRead,
  notifications.readNotification,
  notifications.updateNotification,
  preferences.readPreferences,
  preferences.updatePreferences,
  tokens.listTokens,
  minting.createToken,
  tokens.readToken,
  tokens.updateToken,
  minting.rotateToken,
  tokens.deleteToken,
  serviceAccounts.listAccounts,
  serviceAccounts.createAccount,
  serviceAccounts.readAccount,
  serviceAccounts.updateAccount,
  serviceAccounts.deleteAccount,
  listEventTypes,
  streamEvents,
  webhooks.listWebhooks,
  webhooks.createWebhook,
  webhooks.readWebhook,
  webhooks.updateWebhook,
  webhooks.deleteWebhook,
  webhooks.rotateSecret,
  testWebhook,
  deliveries.listDeliveries,
  deliveries.readDelivery,
  deliveries.replayDelivery,
  oauthClients.listClients,
  oauthClients.createClient,
  oauthClients.readClient,
  oauthClients.updateClient,
  oauthClients.deleteClient,
  oauthClients.rotateSecret,
  audit.listAudit,
  audit.exportAudit,
  readWhatsNew,
]
