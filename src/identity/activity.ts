import { inTurn } from '../db/by-organization.ts'
import { CommitUnknown, type Database } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'
import { ofOrganization } from '../kernel/sql.ts'
import { inOrganizations, type OfPerson } from './person-organizations.ts'

/**
 * Uses of tokens and people, collected in memory and written in one statement each every 30 s and at shutdown, so that
 * no request pays for a write. Times never move backwards. A crash loses at most the last 30 s, and nothing is lost
 * while the database is away for a while.
 */
export interface Activity {
  tokenUsed(token: UsedToken, millis: number): void
  personActive(userId: string, millis: number): void
  /** A sign-in in a browser was used: it does not end idle. */
  signInSeen(sessionId: string, millis: number): void
  flush(): Promise<void>
}

interface UsedToken {
  org_id: string
  token_id: string
  user_id: string
  /** The app it was given to. */
  client_id: string | null
}

interface Use {
  org_id: string
  token_id: string
  at: number
  uses: number
}

/** A use of any token of an app. It is counted for the app, since its tokens are deleted soon after they expire. */
interface AppUse {
  client_id: string
  at: number
  uses: number
}

/** A use of a token that stands under a connection. */
interface ConnectionUse {
  org_id: string
  token_id: string
  at: number
}

interface Seen {
  session_id: string
  at: number
}

interface Presence {
  user_id: string
  /** The organization of the token; null for a session, by which a person is active in all of theirs. */
  org_id: string | null
  at: number
}

/** Writes what was collected, as JSON; of one organization, where it is named. */
type Writing = (items: string, orgId?: string) => Sql

const writeUses: Writing = (items, orgId) => sql`
  update access_tokens t set last_used_at = greatest(t.last_used_at, used.at), use_count = t.use_count + used.uses
  from jsonb_to_recordset(${items}::jsonb) as used(org_id uuid, token_id text, at timestamptz, uses integer)
  where ${ofOrganization('t.org_id', orgId)} and t.org_id = used.org_id and t.token_id = used.token_id`

const writeAppUses: Writing = (items) => sql`
  update oauth_clients c set last_used_at = greatest(c.last_used_at, used.at), use_count = c.use_count + used.uses
  from jsonb_to_recordset(${items}::jsonb) as used(client_id text, at timestamptz, uses integer)
  where c.client_id = used.client_id`

const writeConnectionUses: Writing = (items, orgId) => sql`
  update oauth_grants g set last_used_at = greatest(g.last_used_at, seen.at)
  from (select t.org_id, t.grant_id, max(used.at) as at
        from jsonb_to_recordset(${items}::jsonb) as used(org_id uuid, token_id text, at timestamptz)
        join access_tokens t on t.org_id = used.org_id and t.token_id = used.token_id
        where ${ofOrganization('t.org_id', orgId)} group by 1, 2) seen
  where ${ofOrganization('g.org_id', orgId)} and g.org_id = seen.org_id and g.grant_id = seen.grant_id`

/** Grouped by member: who came with a session and with a token has two entries, and an UPDATE takes one of them. */
const writePresence: Writing = (items, orgId) => sql`
  update organization_members m set last_active_at = greatest(m.last_active_at, seen.at)
  from (select p.org_id, p.user_id, max(r.at) as at
        from jsonb_to_recordset(${items}::jsonb) as r(user_id uuid, org_id uuid, at timestamptz)
        join organization_members p on p.user_id = r.user_id and (r.org_id is null or p.org_id = r.org_id)
          and p.deleted_at is null
        where ${ofOrganization('p.org_id', orgId)} group by 1, 2) seen
  where ${ofOrganization('m.org_id', orgId)} and m.org_id = seen.org_id and m.user_id = seen.user_id`

const writeSeen: Writing = (items) => sql`
  update browser_sessions s set last_seen_at = greatest(s.last_seen_at, seen.at)
  from jsonb_to_recordset(${items}::jsonb) as seen(session_id text, at timestamptz)
  where s.session_id = seen.session_id`

/** What was collected of one kind, by name; `merge` adds what comes later to what is there. */
function collector<T extends { at: number }>(
  nameOf: (item: T) => string,
  merge: (known: T, item: T) => void = () => {},
) {
  let items = new Map<string, T>()
  return {
    add(item: T): void {
      const known = items.get(nameOf(item))
      if (!known) return void items.set(nameOf(item), item)
      merge(known, item)
      known.at = Math.max(known.at, item.at)
    },
    take(): T[] {
      const taken = [...items.values()]
      items = new Map()
      return taken
    },
  }
}

const count = (known: { uses: number }, item: { uses: number }) => void (known.uses += item.uses)

/** What could not be written is kept for the next turn; a deadlock with another process is tried again. */
async function write<T extends { at: number }>(
  database: Database,
  statement: Writing,
  { take, add }: { take(): T[]; add(item: T): void },
): Promise<void> {
  const items = take()
  if (items.length === 0) return
  const rows = items.map((item) => ({ ...item, at: new Date(item.at).toISOString() }))
  const spread = database.sharded && rows.every((row) => 'org_id' in row)
  try {
    await database.transaction(async (trx) => {
      const placed = spread ? await inOrganizations(trx, rows as unknown as OfPerson[]) : rows
      await inTurn(spread, placed as { org_id: string }[], (some, orgId) =>
        trx.query(statement(JSON.stringify(some), orgId)),
      )
    })
  } catch (error) {
    if (!(error instanceof CommitUnknown)) items.forEach(add)
    throw error
  }
}

/** Collects who used what, in the memory of this process, and writes it to the database in turns, one statement a kind. */
export function createActivity(database: Database): Activity {
  const tokens = collector<Use>(({ token_id }) => token_id, count)
  const apps = collector<AppUse>(({ client_id }) => client_id, count)
  const connections = collector<ConnectionUse>(({ token_id }) => token_id)
  const signIns = collector<Seen>(({ session_id }) => session_id)
  const people = collector<Presence>(({ user_id, org_id }) => `${user_id} ${org_id}`)

  return {
    tokenUsed({ org_id, token_id, user_id, client_id }, at) {
      tokens.add({ org_id, token_id, at, uses: 1 })
      people.add({ user_id, org_id, at })
      if (client_id === null) return
      apps.add({ client_id, at, uses: 1 })
      connections.add({ org_id, token_id, at })
    },
    personActive(user_id, at) {
      people.add({ user_id, org_id: null, at })
    },
    signInSeen(session_id, at) {
      signIns.add({ session_id, at })
    },
    async flush() {
      // Each in a transaction of its own: none holds one row of these tables while it waits for another.
      await Promise.all([
        write(database, writeUses, tokens),
        write(database, writeAppUses, apps),
        write(database, writeConnectionUses, connections),
        write(database, writeSeen, signIns),
        write(database, writePresence, people),
      ])
    },
  }
}
