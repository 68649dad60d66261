import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { withClient } from '../databases.ts'

/** Executed plan of a statement. */
export interface ExplainedPlan {
  text: string
  buffers: number
  milliseconds: number
}

export interface ExplainedRequest {
  plans: ExplainedPlan[]
  buffers: number
  milliseconds: number
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
}

/** Makes the server log the executed plan of each statement on a database during `work`. */
export async function logPlans(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const database = new URL(databaseUrl).pathname.slice(1)
  await withClient(databaseUrl, async (client) => {
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter database ${database} set ${name} = '${value}'`)
    try {
      await work()
    } finally {
      await client.query(`alter database ${database} reset all`)
    }
  })
}

const REPEATS = 4
let marks = 0

/** Executes a statement, and waits until the log has it: the server writes the log in order, but later. Returns its position. */
async function markLog(client: Client): Promise<number> {
  const mark = `mark ${++marks} of ${process.pid}`
  await client.query(`select '${mark}'`)
  for (;;) {
    const { rows } = await client.query<{ position: number }>(
      `select strpos(pg_read_file(pg_current_logfile('jsonlog')), $1) as position`,
      [`${mark}'`],
    )
    if (rows[0]!.position > 0) return rows[0]!.position
    await sleep(10)
  }
}

/** Returns the plans of the last of several equal requests, since the first ones fill caches. */
export async function explainRequest(client: Client, send: () => Promise<unknown>): Promise<ExplainedRequest> {
  for (let i = 1; i < REPEATS; i++) await send()
  const start = await markLog(client)
  await send()
  const end = await markLog(client)
  const { rows } = await client.query<{ log: string }>(
    `select substr(pg_read_file(pg_current_logfile('jsonlog')), $1, $2) as log`,
    [start, end - start],
  )
  // The first and the last line belong to the marks.
  const lines = rows[0]!.log.split('\n').slice(1, -1)
  const messages = lines.map((line) => (JSON.parse(line) as { message: string }).message)
  const plans = messages.filter((text) => text.includes('plan:\n') && !text.includes('jsonlog')).map(parsePlan)
  return {
    plans,
    buffers: plans.reduce((sum, plan) => sum + plan.buffers, 0),
    milliseconds: plans.reduce((sum, plan) => sum + plan.milliseconds, 0),
  }
}

function parsePlan(text: string): ExplainedPlan {
  // The first node has the buffers of the whole plan.
  const [, buffers = ''] = /\n *Buffers: ([^\n]*)/.exec(text) ?? []
  const pages = [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, pages]) => sum + Number(pages), 0)
  const [, duration = '0'] = /^duration: ([\d.]+) ms/.exec(text) ?? []
  return { text, buffers: pages, milliseconds: Number(duration) }
}
