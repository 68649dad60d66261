import { answer } from '../../kernel/answer.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { object, pageOf, text } from '../../kernel/schema.ts'
import { resolveDesignationText } from '../designations/access.ts'
import { taskRestricted } from '../organization-members/events.ts'
import { endPlaces } from '../organization-members/access.ts'
import { revokeAllTokens } from '../organization-members/queries.ts'
import { creatableIn, managedAccount, managedOrganization } from './access.ts'
import * as queries from './queries.ts'
import type { AccountRow } from './queries.ts'
import { accountSlug, addressOf, freeSlug, usernameOf } from './rules.ts'
import { serviceAccount, serviceAccountCreate, serviceAccountUpdate } from './schemas.ts'

const orgId = text({ description: 'The organization.' })
const orgParams = object({ org_id: orgId })
const params = object({ org_id: orgId, user_id: text({ description: 'The service account.' }) })
const path = '/v1/organizations/{org_id}/service-accounts'

const present = (row: AccountRow) => ({
  user_id: row.user_id,
  org_id: row.org_id,
  username: row.username,
  email: row.email,
  name: row.name,
  kind: 'service_account',
  role: 'member',
  designation: row.designation,
  is_active: row.is_active,
  created_at: row.created_at,
  active_tokens: row.active_tokens,
  version: row.version,
})
const shown = (row: AccountRow) => answer(present(row), row.version)

/** What an event of a service account is about. */
const subject = ({ org_id, user_id }: Pick<AccountRow, 'org_id' | 'user_id'>) => ({
  org_id,
  resource_type: 'service_account',
  resource_id: user_id,
})

const sorts: ListSpec = {
  sorts: {
    name: [{ sql: 'coalesce(u.name_key, u.username_key)', type: 'text' }],
    created_at: [{ sql: 'u.created_at', type: 'timestamptz' }],
  },
  natural: [{ sql: 'coalesce(u.name_key, u.username_key)', type: 'text' }],
  id: { sql: 'm.user_id', type: 'uuid' },
}

export const listAccounts = operation({
  id: 'service-accounts.list',
  method: 'GET',
  path,
  summary: 'List service accounts',
  description: 'For owners and admins of the organization. Deactivated ones stay listed.',
  scope: 'org:read',
  params: orgParams,
  reply: { status: 200, schema: pageOf(serviceAccount) },
  list: sorts,
  access: managedOrganization,
  async handle({ ctx, list, target }) {
    const found = await queries.listAccounts(ctx, target.org_id, list)
    return pageAnswer(ctx, list, found, (page) => page.map(present))
  },
})

export const createAccount = operation({
  id: 'service-accounts.create',
  method: 'POST',
  path,
  summary: 'Create a service account',
  description:
    'A member of the organization that is no person: it cannot sign in, its role is always member, and it acts through ' +
    'access tokens that owners and admins mint for it (`principal_user_id`). By owners and admins.',
  scope: 'org:write',
  params: orgParams,
  body: serviceAccountCreate,
  reply: { status: 200, schema: serviceAccount },
  emits: { 'service_account.created': 'A service account was created.' },
  example: { body: { name: 'Build Bot' } },
  access: creatableIn,
  async handle({ ctx, target: { org_id }, body: { name, designation } }) {
    const designation_id =
      typeof designation === 'string' ? await resolveDesignationText(ctx, org_id, designation) : null
    const wanted = accountSlug(name)
    const slug = freeSlug(wanted, await queries.findUsernames(ctx, org_id, usernameOf(wanted)))
    const [username, email] = [usernameOf(slug), addressOf(slug, org_id)]
    const user_id = await queries.insertAccount(ctx, { org_id, username, email, name, designation_id })
    const row = (await queries.findAccount(ctx, org_id, user_id))!
    const after = { username, name, designation_id }
    ctx.emit({ ...subject(row), type: 'service_account.created', before: null, after })
    return shown(row)
  },
})

export const readAccount = operation({
  id: 'service-accounts.read',
  method: 'GET',
  path: `${path}/{user_id}`,
  summary: 'Read a service account',
  description: 'For owners and admins of the organization.',
  scope: 'org:read',
  params,
  reply: { status: 200, schema: serviceAccount },
  access: managedAccount,
  handle: async ({ target }) => shown(target),
})

export const updateAccount = operation({
  id: 'service-accounts.update',
  method: 'PATCH',
  path: `${path}/{user_id}`,
  summary: 'Rename a service account',
  description:
    'By owners and admins. Its username and address stay. Its designation is changed among the members; its role and ' +
    'activity are not.',
  scope: 'org:write',
  params,
  body: serviceAccountUpdate,
  reply: { status: 200, schema: serviceAccount },
  emits: { 'service_account.renamed': 'A service account was renamed.' },
  example: { body: { name: 'Release Bot' } },
  access: managedAccount,
  async handle({ ctx, target, body: { name } }) {
    const change = changedAttributes(target, { name }, ['name'])
    if (!change) return shown(target)
    await queries.renameAccount(ctx, target, name)
    ctx.emit({ ...subject(target), type: 'service_account.renamed', ...change })
    return shown({ ...target, name, version: target.version + 1 })
  },
})

export const deleteAccount = operation({
  id: 'service-accounts.delete',
  method: 'DELETE',
  path: `${path}/{user_id}`,
  summary: 'Deactivate a service account',
  description:
    'By owners and admins, for good: its tokens are revoked and refused from the next request on, its record stays. It ' +
    'leaves all projects and teams, owns no milestone any more, and no task is restricted to it; what it alone owned, and ' +
    'tasks restricted to it alone, pass to you. Deactivating it twice changes nothing.',
  scope: 'org:write',
  params,
  reply: { status: 200, schema: serviceAccount },
  emits: { 'service_account.deactivated': 'A service account was deactivated.', ...taskRestricted },
  access: managedAccount,
  async handle({ ctx, target }) {
    if (!target.is_active) return shown(target)
    const ended = await endPlaces(ctx, target, ctx.user, 'service_account.deactivated')
    await queries.deactivateAccount(ctx, target)
    const tokens_revoked = await revokeAllTokens(ctx, target, {
      by: ctx.user.username,
      reason: 'service_account_deactivated',
    })
    ctx.emit({
      ...subject(target),
      type: 'service_account.deactivated',
      before: { is_active: true, ...ended },
      after: { is_active: false, tokens_revoked },
    })
    return shown({ ...target, is_active: false, active_tokens: 0, version: target.version + 1 })
  },
})
