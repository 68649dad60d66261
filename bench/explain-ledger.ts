import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Api } from './api.ts'
import { connected } from './connected.ts'
import { explained } from './explained.ts'
import { completeSome, loadEvents, loadWaiting, makeSmall, type Small } from './ledger.ts'
import { logSize, plansSince, seenIn, type Plan } from './plans.ts'

/** Events in the ledger for each task. */
const perTask = 3

/** What the service asks of itself, by words that no other statement has. */
const kinds: [name: string, pattern: RegExp][] = [
  ['the horizon', /pg_snapshot_xmin\(s\.now\)/],
  ['what is settled, of all organizations', /and e\.tx < \S+::xid8/],
  ['whether a cursor’s event is there', /^\s*select from events e where e\.lineage > 0/],
  ['a page after a cursor', /select k\.known, e\.\* from/],
  ['what a stream comes again for', /^select e\.org_id[\s\S]*e\.tx <= \S+::xid8/],
  ['rights of readers on tasks', /as asker, l\.\* from[\s\S]*from tasks t/],
  ['rights of readers on places', /as asker, l\.\* from/],
  ['whom a batch of events is told to, dependents among them', /freed as \(/],
  ['what is due on a day', /memberships as materialized/],
  ['unread notifications', /as unread, max\(n\.place\)/],
  ['a page of notifications', /from notifications n[\s\S]*order by[\s\S]*limit/],
]

/** A table of the slowest statement of each kind with what its plan shows, and the plans themselves. */
export async function explainLedger(
  databaseUrl: string,
  tasks: number,
): Promise<{ table: string; details: string }> {
  const small = await connected(databaseUrl, async (client) => {
    const made = await makeSmall(client)
    // Cursors are of events.
    await loadEvents(client, made, 'EVA', 1)
    return made
  })
  const cursors = await explained(databaseUrl, async (apiOf) => ({
    large: await cursorOf(apiOf('admin')),
    small: await cursorOf(apiOf(small)),
  }))
  await connected(databaseUrl, (client) => load(client, small, tasks))
  const size = await connected(databaseUrl, logSize)
  const plans = await explained(
    databaseUrl,
    async (apiOf, client) => {
      await ask([
        [apiOf('admin'), cursors.large],
        [apiOf('member'), cursors.large],
        [apiOf(small), cursors.small],
      ])
      // What is due is looked for once a minute.
      await sleep(65_000)
      return plansSince(client, size)
    },
    'all',
  )
  const kindOf = ({ statement }: Plan) => kinds.find(([, pattern]) => pattern.test(statement))?.[0]
  const found = kinds.map(([name]) => {
    const those = plans.filter((plan) => kindOf(plan) === name)
    return { name, those: those.toSorted((a, b) => b.milliseconds - a.milliseconds) }
  })
  const rows = found.map(({ name, those }) => `| ${name} | ${those.length} | ${told(those[0])} |`)
  const details = found.flatMap(({ name, those }) => those.slice(0, 3).map((plan) => detailOf(name, plan)))
  return { table: `${head}\n${rows.join('\n')}`, details: details.join('\n\n') }
}

/** Asks so often that a plan is kept where one is. */
async function ask(readers: [Api, string][]): Promise<void> {
  for (const [api, cursor] of readers)
    for (const path of [
      `/v1/events?cursor=${cursor}`,
      `/v1/events?cursor=${cursor}&wait=1`,
      '/v1/notifications',
      '/v1/notifications/count',
    ])
      for (let i = 0; i < 8; i++) await api.get(path)
}

async function load(client: Client, small: Small, tasks: number): Promise<void> {
  // References are right by the way they are made.
  await client.query('set session_replication_role = replica')
  await loadEvents(client, small, 'EVB', tasks * perTask)
  await loadWaiting(client)
  await client.query('vacuum (analyze)')
  await client.query('delete from notification_days')
  await completeSome(client)
}

const cursorOf = async (api: Api): Promise<string> =>
  (await api.get<{ next_cursor: string }>('/v1/events')).body.next_cursor

const head = `| Statement | Times | The slowest of them |
| --- | ---: | --- |`
const told = (plan: Plan | undefined): string =>
  plan ? `${plan.milliseconds.toFixed(2)} ms. ${seenIn(plan)}` : 'not seen'

const detailOf = (name: string, { milliseconds, statement, text }: Plan): string =>
  `## ${name}: ${milliseconds.toFixed(2)} ms\n\n\`\`\`\n${statement}\n\`\`\`\n\n\`\`\`\n${text}\n\`\`\``
