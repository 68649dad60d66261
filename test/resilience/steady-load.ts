import { setTimeout as sleep } from 'node:timers/promises'
import { expectStatus, type Client, type Reply } from '../support/client.ts'
import { createRange } from './sizes.ts'

/** Reads and writes that are not retried. */
export interface SteadyLoad {
  readonly acknowledged: Map<string, string>
  /** Every response that is no success, and every request without a response. */
  readonly failures: string[]
  /** Number of successful reads. */
  readonly reads: number
  /** Waits for more acknowledged writes. */
  more(count: number): Promise<void>
  end(): Promise<void>
}

/** Starts the load. `keyless`: includes writes without an Idempotency-Key. */
export function startLoad(client: Client, org_id: string, name: string, keyless = true): SteadyLoad {
  const state = { over: false }
  const load = { acknowledged: new Map<string, string>(), failures: [] as string[], reads: 0 }
  const recordFailure = (what: string) => void load.failures.push(what)
  const repeatUntilOver = async (sendRequest: (i: number) => Promise<void>) => {
    for (let i = 0; !state.over; i++) {
      await sendRequest(i).catch((error: Error) =>
        recordFailure(`${error.message} ${(error as { code?: string }).code}`),
      )
      await sleep(5)
    }
  }
  const checkOk = (reply: Reply, what: string): boolean => {
    if (reply.status !== 200) recordFailure(`${what}: ${reply.status} ${reply.text.slice(0, 300)}`)
    return reply.status === 200
  }
  const write = async (title: string, keyed: boolean) => {
    const headers: Record<string, string> = keyed ? { 'idempotency-key': title } : {}
    const reply = await client.post('/v1/tasks', { headers, body: { org_id, title } })
    if (checkOk(reply, `${keyed ? 'keyed' : 'keyless'} write`)) load.acknowledged.set(title, reply.body.task_id)
  }
  const read = async () => {
    const reply = await client.get('/v1/tasks', { query: { org_id, limit: 5 } })
    if (!checkOk(reply, 'read')) return
    load.reads++
    const [row] = expectStatus(reply, 200).data
    if (row) checkOk(await client.get(`/v1/tasks/${row.task_id}`), 'read of one')
  }
  const running = Promise.all([
    ...createRange(4).map((n) => repeatUntilOver((i) => write(`${name}${n}-${i}`, !keyless || n % 2 === 0))),
    ...createRange(2).map(() => repeatUntilOver(read)),
  ])
  return Object.assign(load, {
    async more(count: number) {
      const goal = load.acknowledged.size + count
      while (load.acknowledged.size < goal && load.failures.length < 100) await sleep(10)
    },
    async end() {
      state.over = true
      await running
    },
  })
}
