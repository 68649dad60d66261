import { forEachOrg } from '../db/citus/per-org.ts'
import { CommitUnknown, type Database } from '../db/database.ts'
import { sql, type Sql, orgEquals } from '../db/sql.ts'
import { expandByOrganization, type UserItem } from './user-organizations.ts'

/** Buffers uses and writes them every 30 s and at shutdown: requests do not write, a crash loses at most 30 s. */
export interface ActivityRecorder {
  recordTokenUse(token: UsedToken, millis: number): void
  recordUserActivity(userId: string, millis: number): void
  /** Records a use of a browser session, which resets its idle timeout. */
  recordSessionUse(sessionId: string, millis: number): void
  flush(): Promise<void>
}

interface UsedToken {
  org_id: string
  token_id: string
  user_id: string
  client_id: string | null
}

interface TokenUse {
  org_id: string
  token_id: string
  at: number
  uses: number
}

/** Use of an OAuth app, counted separately because its tokens are deleted soon after they expire. */
interface AppUse {
  client_id: string
  at: number
  uses: number
}

interface GrantUse {
  org_id: string
  token_id: string
  at: number
}

interface SessionUse {
  session_id: string
  at: number
}

interface UserActivity {
  user_id: string
  /** Organization of the token; null for a session, which counts as activity in all organizations of the user. */
  org_id: string | null
  at: number
}

type BuildStatement = (items: string, orgId?: string) => Sql

const tokenUsesSql: BuildStatement = (items, orgId) => sql`
  update access_tokens t set last_used_at = greatest(t.last_used_at, used.at), use_count = t.use_count + used.uses
  from jsonb_to_recordset(${items}::jsonb) as used(org_id uuid, token_id text, at timestamptz, uses integer)
  where ${orgEquals('t.org_id', orgId)} and t.org_id = used.org_id and t.token_id = used.token_id`

const appUsesSql: BuildStatement = (items) => sql`
  update oauth_clients c set last_used_at = greatest(c.last_used_at, used.at), use_count = c.use_count + used.uses
  from jsonb_to_recordset(${items}::jsonb) as used(client_id text, at timestamptz, uses integer)
  where c.client_id = used.client_id`

const grantUsesSql: BuildStatement = (items, orgId) => sql`
  update oauth_grants g set last_used_at = greatest(g.last_used_at, seen.at)
  from (select t.org_id, t.grant_id, max(used.at) as at
        from jsonb_to_recordset(${items}::jsonb) as used(org_id uuid, token_id text, at timestamptz)
        join access_tokens t on t.org_id = used.org_id and t.token_id = used.token_id
        where ${orgEquals('t.org_id', orgId)} group by 1, 2) seen
  where ${orgEquals('g.org_id', orgId)} and g.org_id = seen.org_id and g.grant_id = seen.grant_id`

/** Groups by member, since a session and a token of one user are two items and UPDATE applies only one. */
const userActivitySql: BuildStatement = (items, orgId) => sql`
  update organization_members m set last_active_at = greatest(m.last_active_at, seen.at)
  from (select p.org_id, p.user_id, max(r.at) as at
        from jsonb_to_recordset(${items}::jsonb) as r(user_id uuid, org_id uuid, at timestamptz)
        join organization_members p on p.user_id = r.user_id and (r.org_id is null or p.org_id = r.org_id)
          and p.deleted_at is null
        where ${orgEquals('p.org_id', orgId)} group by 1, 2) seen
  where ${orgEquals('m.org_id', orgId)} and m.org_id = seen.org_id and m.user_id = seen.user_id`

const sessionUsesSql: BuildStatement = (items) => sql`
  update browser_sessions s set last_seen_at = greatest(s.last_seen_at, seen.at)
  from jsonb_to_recordset(${items}::jsonb) as seen(session_id text, at timestamptz)
  where s.session_id = seen.session_id`

function createBuffer<T extends { at: number }>(
  getKey: (item: T) => string,
  merge: (buffered: T, item: T) => void = () => {},
) {
  let items = new Map<string, T>()
  return {
    add(item: T): void {
      const buffered = items.get(getKey(item))
      if (!buffered) return void items.set(getKey(item), item)
      merge(buffered, item)
      buffered.at = Math.max(buffered.at, item.at)
    },
    take(): T[] {
      const flushed = [...items.values()]
      items = new Map()
      return flushed
    },
  }
}

const addUses = (buffered: { uses: number }, item: { uses: number }) => void (buffered.uses += item.uses)

/** Writes and clears a buffer. Items of a failed transaction are buffered again. */
async function writeBuffer<T extends { at: number }>(
  database: Database,
  statement: BuildStatement,
  { take, add }: { take(): T[]; add(item: T): void },
): Promise<void> {
  const items = take()
  if (items.length === 0) return
  const rows = items.map((item) => ({ ...item, at: new Date(item.at).toISOString() }))
  const byOrg = database.sharded && rows.every((row) => 'org_id' in row)
  try {
    await database.transaction(async (trx) => {
      const expanded = byOrg ? await expandByOrganization(trx, rows as unknown as UserItem[]) : rows
      await forEachOrg(byOrg, expanded as { org_id: string }[], (orgItems, orgId) =>
        trx.query(statement(JSON.stringify(orgItems), orgId)),
      )
    })
  } catch (error) {
    if (!(error instanceof CommitUnknown)) items.forEach(add)
    throw error
  }
}

export function createActivityRecorder(database: Database): ActivityRecorder {
  const tokens = createBuffer<TokenUse>(({ token_id }) => token_id, addUses)
  const apps = createBuffer<AppUse>(({ client_id }) => client_id, addUses)
  const grants = createBuffer<GrantUse>(({ token_id }) => token_id)
  const sessions = createBuffer<SessionUse>(({ session_id }) => session_id)
  const users = createBuffer<UserActivity>(({ user_id, org_id }) => `${user_id} ${org_id}`)

  return {
    recordTokenUse({ org_id, token_id, user_id, client_id }, at) {
      tokens.add({ org_id, token_id, at, uses: 1 })
      users.add({ user_id, org_id, at })
      if (client_id === null) return
      apps.add({ client_id, at, uses: 1 })
      grants.add({ org_id, token_id, at })
    },
    recordUserActivity(user_id, at) {
      users.add({ user_id, org_id: null, at })
    },
    recordSessionUse(session_id, at) {
      sessions.add({ session_id, at })
    },
    async flush() {
      // One transaction for each, so that none waits for a row lock while it holds another.
      await Promise.all([
        writeBuffer(database, tokenUsesSql, tokens),
        writeBuffer(database, appUsesSql, apps),
        writeBuffer(database, grantUsesSql, grants),
        writeBuffer(database, sessionUsesSql, sessions),
        writeBuffer(database, userActivitySql, users),
      ])
    },
  }
}
