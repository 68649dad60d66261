import { setTimeout as sleep } from 'node:timers/promises'
import { makeWatchers } from '../../test/support/watchers.ts'
import { connected } from '../connected.ts'
import { foundOf, type Measured, type Rounds } from '../measure.ts'
import { orgId } from '../organization.ts'
import type { Target } from '../processes.ts'
import { startService, type Site } from '../site.ts'
import type { Row } from './case.ts'
import { change, changeSteadily, type Change } from './changes-steady.ts'

const members = 10_000
/** Pairs of changes that are compared. */
const pairs = 400
/** Milliseconds after a change in which its notifications are made, so that they are not in the way of the next. */
const rest = 70
/** Changes a second, and for how many seconds. */
const [perSecond, seconds] = [100, 15]

/** What a change costs whose notifications are many, and how soon they are made. */
export async function measureNotifications(site: Site, _how: Rounds): Promise<Row[]> {
  const [unwatched, byHundred, byTen] = [0, 20, 40].map((from) => site.sample.slice(from, from + 20))
  await connected(site.databaseUrl!, async (client) => {
    await client.query(muteOwn, [orgId, unwatched])
    const watched = { members, byHundred: byHundred!, byTen: [...byTen!, ...site.sample.slice(60, 100)] }
    await makeWatchers((text, values) => client.query(text, values), orgId, watched)
    await client.query('analyze')
  })
  const row = (id: string, name: string, service: Measured): Row => ({ tasks: site.tasks, id, name, service })
  const service = await startService(site.databaseUrl!)
  try {
    const [none, hundred] = await compare(site, service, unwatched!, byHundred!)
    const { made, lag } = await measureLag(site, service, [byHundred![0]!, ...site.sample.slice(40, 99)])
    return [
      row('notify-none', 'change the status of a task that nobody watches', foundIn(none)),
      row('notify-100', 'the same with 100 watchers, in turn', foundIn(hundred)),
      row(
        'notify-change',
        `${perSecond} changes/s, 10,000 members, 10 watchers each: a change`,
        foundIn(made),
      ),
      row('notify-lag', 'the same: how long the oldest waits to be told of', foundIn(lag)),
    ]
  } finally {
    await service.stop()
  }
}

/** Whoever made a task or has been given it watches it, unless they say otherwise. */
const muteOwn = `
  insert into task_watchers (org_id, task_id, user_id, watching, reason, created_at)
  select distinct t.org_id, t.task_id, m.user_id, false, 'chosen', now()
  from tasks t join organization_members m on m.org_id = t.org_id and m.username in (t.created_by, t.assignee)
  where t.org_id = $1 and t.task_id = any($2::text[]) on conflict do nothing`

/** Changes the status of the tasks in turn, to another one each time. */
function inTurn(tasks: readonly string[]): () => Change {
  let n = 0
  return () => {
    const status = Math.floor(n / tasks.length) % 2 === 0 ? 'in_progress' : 'not_started'
    return { path: `/v1/tasks/${tasks[n++ % tasks.length]!}`, body: JSON.stringify({ status }) }
  }
}

/** Changes of the one kind of task and of the other, one at a time and in turn. */
async function compare(site: Site, service: Target, ...kinds: [string[], string[]]) {
  const sides = kinds.map((tasks) => ({ next: inTurn(tasks), took: [] as number[] }))
  const turns = [...sides]
  for (let i = -40; i < pairs; i++) {
    if (i === 0) for (const { took } of sides) took.length = 0
    for (const { next, took } of turns) {
      took.push((await change(site, service, next())).took)
      await sleep(rest)
    }
    turns.reverse()
  }
  const [none, hundred] = sides.map(({ took }) => took) as [number[], number[]]
  const times = at(hundred, 0.5) / at(none, 0.5)
  process.stdout.write(`a change with 100 watchers takes ${times.toFixed(3)} × as long as one with none\n`)
  return [none, hundred] as const
}

/** Many changes, how long each took, and for how long the oldest waited of which nobody was told yet. */
async function measureLag(site: Site, service: Target, tasks: string[]) {
  const lag: number[] = []
  const changing = changeSteadily(site, service, seconds, perSecond, inTurn(tasks))
  for (let i = 0; i < seconds * 10; i++) {
    lag.push(await lagOf(service))
    await sleep(100)
  }
  const made = await changing
  const ended = performance.now()
  while ((await lagOf(service)) > 0) await sleep(20)
  const caughtUp = performance.now() - ended
  const most = Math.max(...lag)
  process.stdout.write(
    `the oldest change waited ${most.toFixed(0)} ms at most; all was told ${caughtUp.toFixed(0)} ms after the last\n`,
  )
  return { made: made.map(({ took }) => took), lag }
}

/** Milliseconds. */
async function lagOf(service: Target): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text()
  return Number(/^svc_notifications_lag_seconds (.+)$/m.exec(text)![1]) * 1000
}

const at = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!

const foundIn = (values: number[]): Measured =>
  foundOf({
    rate: 1000 / at(values, 0.5),
    p50: at(values, 0.5),
    p99: at(values, 0.99),
    p999: at(values, 0.999),
    requests: values.length,
  })
