import { respond } from '../../../http/result.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { createSubject, findChangedAttributes } from '../../../core/change-event.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { resolveDesignationText } from '../designations/policy.ts'
import { taskRestrictedEvent } from '../members/events.ts'
import { endMembership } from '../members/policy.ts'
import { revokeMemberTokens } from '../members/queries.ts'
import { lockOrgForServiceAccountCreate, loadServiceAccount, requireServiceAccountAdmin } from './policy.ts'
import * as queries from './queries.ts'
import type { ServiceAccountRow } from './queries.ts'
import { toServiceAccountSlug, toServiceAccountEmail, findFreeSlug, toServiceAccountUsername } from './rules.ts'
import { serviceAccountSchema, serviceAccountCreateSchema, serviceAccountUpdateSchema } from './schema.ts'

const orgParams = { org_id: 'ID of the organization.' }
const params = { ...orgParams, user_id: 'User ID of the service account.' }
const path = '/v1/organizations/{org_id}/service-accounts'

const presentServiceAccount = (row: ServiceAccountRow) =>
  pickProperties(serviceAccountSchema, { ...row, kind: 'service_account', role: 'member' })
const respondWithServiceAccount = (row: ServiceAccountRow) => respond(presentServiceAccount(row), row.version)

const buildServiceAccountSubject = createSubject('service_account', 'user_id')

const sorts: ListSpec = {
  sorts: {
    name: [{ sql: 'coalesce(u.name_key, u.username_key)', type: 'text' }],
    created_at: [{ sql: 'u.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'coalesce(u.name_key, u.username_key)', type: 'text' }],
  id: { sql: 'm.user_id', type: 'uuid' },
}

export const listServiceAccountsOperation = defineOperation({
  id: 'service-accounts.list',
  method: 'GET',
  path,
  summary: 'List service accounts',
  description:
    'Returns the service accounts of an organization, including deactivated ones. Requires: organization admin.',
  scope: 'org:read',
  params: orgParams,
  reply: { status: 200, schema: s.pageSchema(serviceAccountSchema) },
  list: sorts,
  authorize: requireServiceAccountAdmin,
  handle: async ({ ctx, list, target }) =>
    respondWithPage(ctx, list, await queries.listServiceAccounts(ctx, target.org_id, list), presentServiceAccount),
})

export const createServiceAccountOperation = defineOperation({
  id: 'service-accounts.create',
  method: 'POST',
  path,
  summary: 'Create a service account',
  description:
    'Creates a service account: a member with the role `member` that cannot sign in and acts through ' +
    'access tokens, which organization admins create with `principal_user_id`. Its username is ' +
    'derived from the name. Requires: organization admin.',
  scope: 'org:write',
  params: orgParams,
  body: serviceAccountCreateSchema,
  reply: { status: 200, schema: serviceAccountSchema },
  emits: { 'service_account.created': 'A service account was created.' },
  example: { body: { name: 'Build Bot' } },
  authorize: lockOrgForServiceAccountCreate,
  async handle({ ctx, target: { org_id }, body: { name, designation } }) {
    const designation_id =
      typeof designation === 'string' ? await resolveDesignationText(ctx, org_id, designation) : null
    const wantedSlug = toServiceAccountSlug(name)
    const slug = findFreeSlug(
      wantedSlug,
      await queries.findServiceAccountUsernames(ctx, org_id, toServiceAccountUsername(wantedSlug)),
    )
    const [username, email] = [toServiceAccountUsername(slug), toServiceAccountEmail(slug, org_id)]
    const user_id = await queries.insertServiceAccount(ctx, { org_id, username, email, name, designation_id })
    const row = (await queries.findServiceAccount(ctx, org_id, user_id))!
    const after = { username, name, designation_id }
    ctx.emit({ ...buildServiceAccountSubject(row), type: 'service_account.created', before: null, after })
    return respondWithServiceAccount(row)
  },
})

export const getServiceAccountOperation = defineOperation({
  id: 'service-accounts.read',
  method: 'GET',
  path: `${path}/{user_id}`,
  summary: 'Get a service account',
  description: 'Returns a service account. Requires: organization admin.',
  scope: 'org:read',
  params,
  reply: { status: 200, schema: serviceAccountSchema },
  authorize: loadServiceAccount,
  handle: async ({ target }) => respondWithServiceAccount(target),
})

export const updateServiceAccountOperation = defineOperation({
  id: 'service-accounts.update',
  method: 'PATCH',
  path: `${path}/{user_id}`,
  summary: 'Update a service account',
  description:
    'Renames a service account. Its username and email stay the same. To change its designation, ' +
    'update the member; role and `is_active` cannot be changed. Requires: organization admin.',
  scope: 'org:write',
  params,
  body: serviceAccountUpdateSchema,
  reply: { status: 200, schema: serviceAccountSchema },
  emits: { 'service_account.renamed': 'A service account was renamed.' },
  example: { body: { name: 'Release Bot' } },
  authorize: loadServiceAccount,
  async handle({ ctx, target, body: { name } }) {
    const change = findChangedAttributes(target, { name }, ['name'])
    if (!change) return respondWithServiceAccount(target)
    await queries.renameServiceAccount(ctx, target, name)
    ctx.emit({ ...buildServiceAccountSubject(target), type: 'service_account.renamed', ...change })
    return respondWithServiceAccount({ ...target, name, version: target.version + 1 })
  },
})

export const deactivateServiceAccountOperation = defineOperation({
  id: 'service-accounts.delete',
  method: 'DELETE',
  path: `${path}/{user_id}`,
  summary: 'Deactivate a service account',
  description:
    'Deactivates a service account permanently and revokes its tokens with immediate effect. Its ' +
    'record is retained. It is removed from all projects and teams, from milestones that it owns and ' +
    'from tasks restricted to it. Whatever it alone owned, and tasks restricted to it alone, are ' +
    'transferred to the caller. Deactivating it again changes nothing. Requires: organization admin.',
  scope: 'org:write',
  params,
  reply: { status: 200, schema: serviceAccountSchema },
  emits: { 'service_account.deactivated': 'A service account was deactivated.', ...taskRestrictedEvent },
  authorize: loadServiceAccount,
  async handle({ ctx, target }) {
    if (!target.is_active) return respondWithServiceAccount(target)
    const removals = await endMembership(ctx, target, ctx.user, 'service_account.deactivated')
    await queries.deactivateServiceAccount(ctx, target)
    const tokens_revoked = await revokeMemberTokens(ctx, target, {
      by: ctx.user.username,
      reason: 'service_account_deactivated',
    })
    ctx.emit({
      ...buildServiceAccountSubject(target),
      type: 'service_account.deactivated',
      before: { is_active: true, ...removals },
      after: { is_active: false, tokens_revoked },
    })
    const version = target.version + 1
    return respondWithServiceAccount({ ...target, is_active: false, active_tokens: 0, version })
  },
})
