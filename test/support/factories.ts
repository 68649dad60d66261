import { newId, newUuid } from '../../src/core/ids.ts'
import type { Scope } from '../../src/core/scopes.ts'
import { generateAccessToken, hashAccessToken, getTokenPrefix } from '../../src/auth/token-format.ts'
import type { TestApp } from './app.ts'
import { Client, expectStatus } from './client.ts'

/** Creates what tests need around their subject, through the API where possible. */

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any

export type OrgRole = 'owner' | 'admin' | 'member' | 'guest'

export async function createOrganization(owner: Client, values: object = {}): Promise<ResponseBody> {
  return expectStatus(await owner.post('/v1/organizations', { body: { name: 'Harbour Works', ...values } }), 201)
}

/** Invites `person` as `owner` and accepts the invitation. */
export async function addMember(
  owner: Client,
  orgId: string,
  person: Client,
  role: OrgRole = 'member',
): Promise<Client> {
  const { principal } = expectStatus(await person.get('/v1/me'), 200)
  const body = { org_id: orgId, email: principal.email, role }
  const { id } = expectStatus(await owner.post('/v1/organization-invites', { body }), 200)
  expectStatus(await person.put(`/v1/organization-invites/${id}/accept`), 200)
  return person
}

/** Inserts a membership without an invitation. */
export async function insertMembership(person: Client, orgId: string, role: OrgRole): Promise<void> {
  await person.app.sql(
    `INSERT INTO organization_members (org_id, user_id, kind, username, username_key, role, accepted_at, created_at,
       updated_at)
     SELECT $1, user_id, kind, username, username_key, $3, now(), now(), now() FROM users WHERE user_id = $2`,
    [orgId, person.userId, role],
  )
  await person.app.sql(`INSERT INTO user_organizations VALUES ($1, $2) ON CONFLICT DO NOTHING`, [person.userId, orgId])
}

export async function createProject(creator: Client, orgId: string, values: object = {}): Promise<ResponseBody> {
  const body = { org_id: orgId, name: 'Quay wall', ...values }
  return expectStatus(await creator.post('/v1/projects', { body }), 200)
}

/** Creates a task, in a project if `project_id` is passed. */
export async function createTask(creator: Client, orgId: string, values: object = {}): Promise<ResponseBody> {
  const body = { org_id: orgId, title: 'Inspect the crane', ...values }
  return expectStatus(await creator.post('/v1/tasks', { body }), 200)
}

export async function addProjectMember(
  owner: Client,
  projectId: string,
  person: Client,
  project_role: 'owner' | 'editor' | 'viewer',
): Promise<void> {
  const body = { project_id: projectId, user_id: person.userId, project_role }
  expectStatus(await owner.post('/v1/project-members', { body }), 200)
}

export interface TokenValues {
  scopes?: Scope[]
  kind?: 'live' | 'test'
  grant_type?: 'personal' | 'service_account' | 'authorization_code'
  /** Null: everything that its principal can read. */
  project_ids?: string[] | null
  expires_at?: string | null
  revoked_at?: string | null
  revoke_reason?: 'revoked' | 'rotated'
}

/** Inserts an access token of `person` and returns a client that uses it. */
export async function createTokenClient(person: Client, orgId: string, values: TokenValues = {}): Promise<Client> {
  const { scopes = ['admin'], kind = 'live', grant_type = 'personal', project_ids = null } = values
  const secret = generateAccessToken(kind)
  await person.app.sql(
    `INSERT INTO access_tokens (org_id, token_id, token_hash, token_prefix, principal_user_id, created_by, name, name_key,
       kind, grant_type, scopes, project_ids, expires_at, revoked_at, revoke_reason, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $5, 'test', 'test', $6, $7, $8, $9, $10, $11, $12, now(), now())`,
    [
      orgId,
      newId('TK', Date.now()),
      hashAccessToken(secret),
      getTokenPrefix(secret),
      person.userId,
      kind,
      grant_type,
      scopes,
      project_ids,
      values.expires_at ?? null,
      values.revoked_at ?? null,
      values.revoked_at ? (values.revoke_reason ?? 'revoked') : null,
    ],
  )
  await person.app.sql(`INSERT INTO token_organizations VALUES ($1, $2)`, [hashAccessToken(secret), orgId])
  return new Client(person.app, secret, { user_id: person.userId, username: person.username })
}

/**
 * Inserts a service account. It cannot send requests without a token: pass it to `token` with `grant_type:
 * 'service_account'`.
 */
export async function insertServiceAccount(app: TestApp, orgId: string, role: OrgRole = 'member'): Promise<Client> {
  const user_id = newUuid(Date.now())
  const username = `sa-${user_id.slice(-8)}`
  await app.sql(
    `INSERT INTO users (user_id, kind, home_org_id, username, username_key, email, email_key, created_at, updated_at)
     VALUES ($1, 'service_account', $2, $3, $3, $4, $4, now(), now())`,
    [user_id, orgId, username, `${username.slice(3)}@service.${orgId}.svc.invalid`],
  )
  const account = new Client(app, undefined, { user_id, username })
  await insertMembership(account, orgId, role)
  return account
}

export interface Connection {
  grant_id: string
  token_id: string
  app: Client
}

/** Inserts a connection of `person` to an app with one valid access token. */
export async function insertConnection(
  person: Client,
  orgId: string,
  clientId: string,
  scopes: Scope[] = ['tasks:read'],
): Promise<Connection> {
  const grant_id = newId('svcg_', Date.now())
  await person.app.sql(
    `INSERT INTO oauth_grants (org_id, grant_id, client_id, user_id, scopes, connected_at, expires_at, created_at,
       updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6::timestamptz + interval '30 days', $6, $6)`,
    [orgId, grant_id, clientId, person.userId, scopes, new Date(person.app.clock.now()).toISOString()],
  )
  const expires_at = new Date(person.app.clock.now() + 3_600_000).toISOString()
  const app = await createTokenClient(person, orgId, { scopes, grant_type: 'authorization_code', expires_at })
  const [row] = await person.app.sql<{ token_id: string }>(
    `UPDATE access_tokens SET grant_id = $2, client_id = $3 WHERE token_hash = $1 RETURNING token_id`,
    [hashAccessToken(app.authorization!.slice('Bearer '.length)), grant_id, clientId],
  )
  return { grant_id, token_id: row!.token_id, app }
}
