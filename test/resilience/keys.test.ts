import { expect, test } from 'vitest'
import { startApp, type Client, type Reply } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createProject, createTask } from '../support/factories.ts'
import { createRange, chooseSize } from './sizes.ts'

/** Changes by each writer. */
const changes = chooseSize(20, 4000)
const writers = 8
const projects = 3

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!

/** Keys that responses have shown, with the tasks that they led to. */
class ShownKeys {
  readonly tasks = new Map<string, string>()
  readonly conflicts: string[] = []

  add({ status, body }: Reply): void {
    if (status !== 200 || typeof body?.key !== 'string') return
    const known = this.tasks.get(body.key)
    if (known !== undefined && known !== body.task_id) this.conflicts.push(`${body.key}: ${known} and ${body.task_id}`)
    this.tasks.set(body.key, body.task_id)
  }
}

test(
  'a key leads to its task for good: creates, moves, deletions, restores and new prefixes by 8 writers reuse none',
  { timeout: 1_800_000 },
  async () => {
    const app = await startApp()
    const otherApp = app.databaseUrl ? await startApp({ database: app }) : app
    const clients = [await app.signIn('ada'), await otherApp.signIn('ada')] as const
    const { org_id } = await createOrganization(clients[0])
    const ids: string[] = []
    for (const i of createRange(projects))
      ids.push((await createProject(clients[0], org_id, { prefix: `BASE${i}` })).project_id)
    const tasks: string[] = []
    const displayed = new ShownKeys()
    const create = async (client: Client) => {
      const body = { org_id, title: 'Splice', project_id: pick([...ids, null]) }
      const reply = await client.post('/v1/tasks', { body })
      if (reply.status === 200) tasks.push(reply.body.task_id)
      return reply
    }
    /** Prefixes are taken from a few, so that projects also get their former ones and those of others. */
    const rename = (client: Client) =>
      client.patch(`/v1/projects/${pick(ids)}`, { body: { prefix: `NEW${Math.floor(Math.random() * 9)}` } })
    const change = (client: Client): Promise<Reply> => {
      const way = Math.random()
      const id = pick(tasks)
      if (way < 0.3 || id === undefined) return create(client)
      if (way < 0.65) return client.patch(`/v1/tasks/${id}`, { body: { project_id: pick([...ids, null]) } })
      if (way < 0.75) return client.delete(`/v1/tasks/${id}`)
      if (way < 0.9) return client.post(`/v1/tasks/${id}/restore`)
      return rename(client)
    }
    const statuses = new Set<number>()
    const write = async (client: Client) => {
      for (const _ of createRange(changes)) {
        const reply = await change(client)
        statuses.add(reply.status)
        displayed.add(reply)
      }
    }
    await Promise.all(createRange(writers).map((i) => write(clients[i % 2]!)))
    expect([...statuses].filter((status) => ![200, 404, 409, 412, 503].includes(status))).toEqual([])
    expect(displayed.conflicts).toEqual([])
    expect(displayed.tasks.size).toBeGreaterThan(0)

    const live = new Map<string, string | null>()
    for (const id of tasks) {
      const { status, body } = await clients[0].get(`/v1/tasks/${id}`)
      if (status === 200) live.set(id, body.key)
    }
    for (const [key, id] of displayed.tasks) {
      const reply = await clients[1].get(`/v1/tasks/by-key/${key}`, { query: { org_id } })
      const found = reply.status === 200 ? reply.body.task_id : reply.status
      expect([key, found]).toEqual([key, live.has(id) ? id : 404])
    }
    const present = [...live.values()].filter((key) => key !== null)
    expect(new Set(present).size).toBe(present.length)
    // A new task gets none of the keys that were shown.
    for (const project_id of ids) {
      const { key } = await createTask(clients[0], org_id, { project_id })
      expect([key, displayed.tasks.has(key)]).toEqual([key, false])
    }
    expectStatus(await clients[0].get('/v1/me'), 200)
  },
)
