import type { AnyOperation } from './http/operation.ts'
import * as audit from './resources/people/audit/operations.ts'
import { streamEventsOperation } from './resources/platform/events/operations.ts'
import * as oauthClients from './resources/platform/oauth-clients/operations.ts'
import * as notifications from './resources/platform/notifications/operations.ts'
import * as preferences from './resources/platform/notifications/preferences-operations.ts'
import { listNewReleasesOperation } from './resources/platform/releases/operations.ts'
import * as serviceAccounts from './resources/people/service-accounts/operations.ts'
import * as exports from './resources/platform/exports/operations.ts'
import * as issuedTokens from './resources/platform/tokens/issue-operations.ts'
import * as tokens from './resources/platform/tokens/operations.ts'
import * as deliveries from './resources/platform/webhooks/delivery-operations.ts'
import { listEventTypesOperation } from './resources/platform/webhooks/event-type-operations.ts'
import * as externalComments from './resources/work/comments/external-operations.ts'
import * as externalTasks from './resources/work/tasks/external-operations.ts'
import * as imports from './resources/platform/imports/operations.ts'
import * as placeholders from './resources/platform/imports/placeholder-operations.ts'
import * as webhooks from './resources/platform/webhooks/operations.ts'
import { testWebhookOperation } from './resources/platform/webhooks/test-operation.ts'

/** Operations on exports, imports, notifications, credentials, events and webhooks. */
export const platformOperations: readonly AnyOperation[] = [
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
  issuedTokens.createTokenOperation,
  tokens.getTokenOperation,
  tokens.updateTokenOperation,
  issuedTokens.rotateTokenOperation,
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
