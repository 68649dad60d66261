import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import { afterAll, expect, inject, test } from 'vitest'
import { expectStatus, type Client } from '../support/client.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization } from '../support/factories.ts'
import { Upload } from '../support/form.ts'
import { killServers, spawnServer, type ServerProcess } from '../support/spawn.ts'
import { isLongRun, createRange, chooseSize } from './sizes.ts'

const count = chooseSize(1600, 50_000)
const kills = 2

afterAll(killServers)

const buildFile = () =>
  [
    'ID,Title,List,Parent,Labels,Description',
    ...createRange(count).map(
      (i) =>
        `k${i},Task ${i},List ${i % 5},${i % 10 === 0 ? '' : `k${i - (i % 10)}`},tag${i % 7},${'Text of the task. '.repeat(20)}`,
    ),
  ].join('\n')

/** Returns the largest memory of a process so far, in megabytes. */
const readPeak = ({ child }: ServerProcess): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024

/** Returns a digest of all tasks in the order of their numbers, without ids and times. */
async function readDigest(client: Client, org_id: string): Promise<string> {
  const titles = new Map<string, string>()
  const tasks: Record<string, unknown>[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: Record<string, string> = { org_id, limit: '200', sort: 'created_at', ...(cursor && { cursor }) }
    const page = expectStatus(await client.get('/v1/tasks', { query }), 200)
    for (const task of page.data) titles.set(task.task_id, task.title)
    tasks.push(...page.data)
    cursor = page.next_cursor
  }
  const lines = tasks.map(({ title, key, status, tags, description, parent_task_id, sub_tasks }) =>
    JSON.stringify([
      title,
      key,
      status,
      tags,
      description,
      titles.get(String(parent_task_id)),
      (sub_tasks as string[]).map((id) => titles.get(id)),
    ]),
  )
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}

async function importUninterrupted(client: Client): Promise<string> {
  const { org_id } = await createOrganization(client)
  const body = { import: { org_id, source: 'csv' }, file: new Upload(buildFile(), 'Large.csv') }
  const { import_id } = expectStatus(await client.post('/v1/imports', { body }), 201)
  for (let phase = ''; phase !== 'finished';) {
    await sleep(500)
    phase = expectStatus(await client.get(`/v1/imports/${import_id}`), 200).phase
  }
  return await readDigest(client, org_id)
}

const engines = isLongRun && inject('svc').postgresUrl ? ['embedded', 'postgres'] : ['embedded']
const timeout = chooseSize(300_000, 1_200_000)

test.each(engines)('an import on %s that is killed twice creates each task once', { timeout }, async (engine) => {
  const database = engine === 'postgres' ? { databaseUrl: await copyTemplate() } : {}
  let server = await spawnServer(database)
  const { dataDir } = server
  const idle = readPeak(server)
  let client: Client = await server.signIn('ada')
  const { org_id } = await createOrganization(client)
  const start = performance.now()
  const body = { import: { org_id, source: 'csv' }, file: new Upload(buildFile(), 'Large.csv') }
  const { import_id } = expectStatus(await client.post('/v1/imports', { body }), 201)
  const read = async () => expectStatus(await client.get(`/v1/imports/${import_id}`), 200)
  let peak = 0
  for (const kill of createRange(kills)) {
    const expected = Math.floor((count * (kill + 1)) / (kills + 2))
    for (
      let row = await read();
      !(row.progress.step === 'tasks' && row.progress.done >= expected);
      row = await read()
    ) {
      expect([row.phase, row.error]).not.toContain('failed')
      if (['links', 'comments'].includes(row.progress.step)) break
      await sleep(20)
    }
    peak = Math.max(peak, readPeak(server))
    await server.stop('SIGKILL')
    server = await spawnServer({ ...database, dataDir })
    client = await server.signIn('ada')
  }
  let row = await read()
  for (; row.phase !== 'finished'; row = await read()) {
    expect([row.phase, row.error]).not.toContain('failed')
    await sleep(100)
  }
  peak = Math.max(peak, readPeak(server))
  const seconds = (performance.now() - start) / 1000
  const memory = `peak ${peak.toFixed(0)} MB, ${idle.toFixed(0)} MB at start`
  process.stdout.write(`${engine}: ${count} tasks in ${seconds.toFixed(1)} s with ${kills} kills, ${memory}\n`)
  expect(row.counts.tasks).toMatchObject({ created: count, subtasks: count - Math.ceil(count / 10) })
  const found = expectStatus(await client.get('/v1/tasks/count', { query: { org_id } }), 200)
  expect(found.count).toBe(count)
  if (isLongRun) {
    expect(seconds).toBeLessThan(300)
    // The embedded database is part of the process.
    if (engine === 'postgres') expect(peak).toBeLessThan(300)
    expect(await readDigest(client, org_id)).toBe(await importUninterrupted(client))
  }
  const again = expectStatus(await client.post(`/v1/imports/${import_id}/again`, { body: {} }), 201)
  for (;;) {
    const second = expectStatus(await client.get(`/v1/imports/${again.import_id}`), 200)
    if (second.phase !== 'finished') await sleep(200)
    else {
      expect(second.counts.tasks).toEqual({ unchanged: count })
      return
    }
  }
})
