import { pickProperties } from '../../../core/resource-fields.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { acceptJoinRequest, declineJoinRequest, joinByDomain } from './join-commands.ts'
import { listOrgsOfCaller, loadJoinable, loadJoinRequest, requireJoinRequestAdmin } from './join-policy.ts'
import { joinableSorts, joinRequestSorts, listJoinable, listJoinRequests, type JoinableRow } from './join-queries.ts'
import { joinableOrganization, joinRequest, joinRequestParams } from './join-schema.ts'
import { organizationParams } from './schema.ts'

const path = '/v1/organizations/{org_id}/join-requests'
const memberAdded = { 'member.added': 'A user became a member of the organization.' }

const presentJoinable = (row: JoinableRow) => pickProperties(joinableOrganization, { ...row })

export const listJoinableOperation = defineOperation({
  id: 'join-requests.organizations',
  method: 'GET',
  path: '/v1/me/joinable-organizations',
  summary: 'List organizations to join',
  description:
    "Returns the organizations that proved the domain of the caller's verified email address, except those that the " +
    'caller is or was a member of. Requires: signed-in user.',
  scope: 'session',
  reply: { status: 200, schema: s.pageSchema(joinableOrganization) },
  list: joinableSorts,
  authorize: ({ ctx }) => listOrgsOfCaller(ctx),
  async handle({ ctx, target, list }) {
    const found = target.length === 0 ? [] : await listJoinable(ctx, list, target)
    return respondWithPage(ctx, list, found, presentJoinable)
  },
})

export const createJoinRequestOperation = defineOperation({
  id: 'join-requests.create',
  method: 'POST',
  statusAfterDelete: 403,
  path,
  summary: 'Join an organization by domain',
  description:
    'Makes the caller a member if `domain_join_mode` of the organization is `instant`; otherwise asks its admins, who ' +
    'are notified. A pending request stays as it is. Requires: signed-in user whose verified email address has a ' +
    'domain that the organization proved, and who was never a member; returns 403 for others.',
  scope: 'session',
  params: organizationParams,
  reply: { status: 200, schema: joinableOrganization },
  problems: { 409: 'An admin declined an earlier request, or the caller needs a second factor first.' },
  emits: { 'join_request.created': 'A user asked to join the organization.', ...memberAdded },
  authorize: loadJoinable,
  async handle({ ctx, target }) {
    const row = await joinByDomain(ctx, target)
    return respond(presentJoinable(row), row.version)
  },
})

export const listJoinRequestsOperation = defineOperation({
  id: 'join-requests.list',
  method: 'GET',
  path,
  summary: 'List join requests',
  description: 'Returns the users who ask to join an organization, oldest first. Requires: organization admin.',
  scope: 'org:read',
  params: organizationParams,
  reply: { status: 200, schema: s.pageSchema(joinRequest) },
  list: joinRequestSorts,
  authorize: requireJoinRequestAdmin,
  async handle({ ctx, target, list }) {
    const found = await listJoinRequests(ctx, list, target.org_id)
    return respondWithPage(ctx, list, found, (row) => pickProperties(joinRequest, { ...row }))
  },
})

export const getJoinRequestOperation = defineOperation({
  id: 'join-requests.read',
  method: 'GET',
  path: `${path}/{user_id}`,
  summary: 'Get a join request',
  description: 'Returns the request of a user on which no admin has decided. Requires: organization admin.',
  scope: 'org:read',
  params: joinRequestParams,
  reply: { status: 200, schema: joinRequest },
  authorize: loadJoinRequest,
  handle: async ({ target }) => respond(pickProperties(joinRequest, { ...target }), target.version),
})

export const acceptJoinRequestOperation = defineOperation({
  id: 'join-requests.accept',
  method: 'POST',
  statusAfterDelete: 404,
  path: `${path}/{user_id}/accept`,
  summary: 'Accept a join request',
  description: 'Makes the user who asks to join a member. Requires: organization admin.',
  scope: 'org:write',
  params: joinRequestParams,
  reply: { status: 200, schema: s.okResponse },
  emits: { 'join_request.accepted': 'An admin accepted a request to join.', ...memberAdded },
  authorize: loadJoinRequest,
  async handle({ ctx, target }) {
    await acceptJoinRequest(ctx, target)
    return respond({ ok: true }, target.version + 1)
  },
})

export const declineJoinRequestOperation = defineOperation({
  id: 'join-requests.decline',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: `${path}/{user_id}`,
  summary: 'Decline a join request',
  description: 'Declines the request of a user, who cannot ask again but can be invited. Requires: organization admin.',
  scope: 'org:write',
  params: joinRequestParams,
  reply: { status: 200, schema: s.okResponse },
  emits: { 'join_request.declined': 'An admin declined a request to join.' },
  authorize: loadJoinRequest,
  async handle({ ctx, target }) {
    await declineJoinRequest(ctx, target)
    return respond({ ok: true }, target.version + 1)
  },
})
