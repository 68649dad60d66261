import { expect, inject, test } from 'vitest'
import { withClient } from '../support/postgres.ts'
import { copyTemplate } from '../support/databases.ts'
import { expectStatus, type Client } from '../support/client.ts'
import { createOrganization, createProject, createTask } from '../support/factories.ts'
import { spawnServer } from '../support/spawn.ts'
import { createRange, chooseSize } from './sizes.ts'

const seconds = chooseSize(6, 600)
const kills = chooseSize(1, 40)
const statuses = ['not_started', 'in_progress', 'completed', 'blocked']

/**
 * Tasks in a section that means another status, and spans that end before they begin or after their task changed. Moving a
 * task between sections does not change the task itself.
 */
const findViolations = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(`
      SELECT t.task_id, t.status, s.status AS meaning FROM tasks t
        JOIN task_sections l ON l.org_id = t.org_id AND l.task_id = t.task_id AND l.scope_type = 'project'
        JOIN sections s ON s.org_id = l.org_id AND s.section_id = l.section_id
        WHERE t.deleted_at IS NULL AND (s.status <> t.status OR l.scope_id IS DISTINCT FROM t.project_id)
      UNION ALL
      SELECT t.task_id, t.status, p.value FROM tasks t JOIN task_spans p ON p.org_id = t.org_id AND p.task_id = t.task_id
        WHERE (p.what <> 'section' AND p.left_at > t.updated_at) OR p.entered_at >= p.left_at`)
    return rows as unknown[]
  })

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!

/** Sends one random change of the tasks or the sections of two projects. */
async function change(client: Client, ids: string[], projects: string[]): Promise<number> {
  const [id, project_id, status] = [pick(ids), pick(projects), pick(statuses)]
  const listed = await client.get('/v1/sections', {
    query: { scope_type: 'project', scope_id: project_id, org_id: await findOrg(client) },
  })
  const section_id = pick((listed.body?.data ?? []) as { section_id: string }[])?.section_id
  const way = Math.random()
  if (way < 0.3) return (await client.patch(`/v1/tasks/${id}`, { body: { status } })).status
  if (way < 0.55) {
    const body = { scope_type: 'project', scope_id: project_id, section_id }
    return (await client.put(`/v1/tasks/${id}/section`, { body })).status
  }
  if (way < 0.7) {
    const body = { task_ids: [id, pick(ids)], changes: Math.random() < 0.5 ? { status } : { status, project_id } }
    return (await client.post('/v1/tasks/bulk', { body })).status
  }
  if (way < 0.8) return (await client.patch(`/v1/tasks/${id}`, { body: { project_id } })).status
  if (way < 0.9) return (await client.patch(`/v1/sections/${section_id}`, { body: { status } })).status
  if (way < 0.95) {
    await client.delete(`/v1/tasks/${id}`)
    return (await client.post(`/v1/tasks/${id}/restore`)).status
  }
  const name = `Section ${Math.random()}`
  const body = { org_id: await findOrg(client), scope_type: 'project', scope_id: project_id, name, status }
  await client.delete(`/v1/sections/${section_id}`)
  return (await client.post('/v1/sections', { body })).status
}

const orgs = new WeakMap<object, string>()
const findOrg = (client: Client): Promise<string> => Promise.resolve(orgs.get(client)!)

test.skipIf(!inject('svc').postgresUrl)(
  'a task in a section that means a status has it after every commit, with four ways in and kills',
  { timeout: (seconds + 120) * 1000 },
  async () => {
    const databaseUrl = await copyTemplate()
    const stable = await spawnServer({ databaseUrl })
    const ada = await stable.signIn('ada')
    const { org_id } = await createOrganization(ada)
    orgs.set(ada, org_id)
    const projects = [
      (await createProject(ada, org_id, { preset: 'simple' })).project_id,
      (await createProject(ada, org_id, { preset: 'software' })).project_id,
    ] as string[]
    const ids: string[] = []
    for (const i of createRange(6)) ids.push((await createTask(ada, org_id, { project_id: projects[i % 2] })).task_id)
    const end = Date.now() + seconds * 1000
    const responses: Record<number, number> = {}
    const changeUntilEnd = async (client: Client) => {
      for (; Date.now() < end;) {
        const status = await change(client, ids, projects).catch(() => 0)
        responses[status] = (responses[status] ?? 0) + 1
        if (status === 0) return
      }
    }
    const workers = createRange(4).map(() => changeUntilEnd(ada))
    const killing = (async () => {
      for (let i = 0; i < kills && Date.now() < end; i++) {
        const victim = await spawnServer({ databaseUrl })
        const client = await victim.signIn('ada')
        orgs.set(client, org_id)
        const working = createRange(4).map(() => changeUntilEnd(client))
        await new Promise((done) => setTimeout(done, (seconds * 500) / kills))
        await victim.stop('SIGKILL')
        await Promise.all(working)
      }
    })()
    while (Date.now() < end) expect(await findViolations(databaseUrl)).toEqual([])
    await Promise.all([...workers, killing])
    expect(await findViolations(databaseUrl)).toEqual([])
    expect(responses[200]).toBeGreaterThan(seconds)
    expect(responses[500] ?? 0).toBe(0)
    expectStatus(await ada.get('/v1/me'), 200)
  },
)
