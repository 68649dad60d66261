import type { AnyOperation } from './http/operation.ts'
import * as account from './resources/people/account/operations.ts'
import * as passkeys from './resources/people/account/passkey-operations.ts'
import * as domains from './resources/people/domains/operations.ts'
import * as joinRequests from './resources/people/domains/join-operations.ts'
import * as designations from './resources/people/designations/operations.ts'
import { endSessionOperation, listSessionsOperation } from './resources/people/sessions/operations.ts'
import { disconnectAppOperation, listConnectedAppsOperation } from './resources/platform/connected-apps/operations.ts'
import * as health from './resources/planning/health/operations.ts'
import { getMeOperation } from './resources/people/me/operations.ts'
import { getInstallationOperation, sendTestEmailOperation } from './installation/operations.ts'
import * as invites from './resources/people/invites/operations.ts'
import * as members from './resources/people/members/operations.ts'
import * as accessReview from './resources/people/organizations/access-review/operations.ts'
import * as organizations from './resources/people/organizations/operations.ts'
import { handOverWorkOperation } from './resources/work/hand-over/operations.ts'

/** Operations on the server, the account of the caller, organizations and their members. */
export const peopleOperations: readonly AnyOperation[] = [
  health.getHealthOperation,
  getInstallationOperation,
  sendTestEmailOperation,
  getMeOperation,
  listConnectedAppsOperation,
  disconnectAppOperation,
  account.getAccountOperation,
  account.updateAccountOperation,
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
  accessReview.signAccessReviewOperation,
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
]
