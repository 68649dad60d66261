import { expect, test } from 'vitest'
import { startApp, type Client, type Reply } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createProject, createTask } from '../support/factories.ts'
import { createRange, chooseSize } from './sizes.ts'

/** Changes by each writer. */
const changes = chooseSize(20, 4000)
const writers = 4
const tasksEach = chooseSize(3, 20)

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!

const options = ['low', 'high', 'late'].map((option) => ({ option, label: option }))
const values = {
  text: ['Rope', 'Chain', 'a,b'],
  number: [0, -2.5, 1e9],
  date: ['2026-12-31', '2027-01-01'],
  checkbox: [true, false],
  select: ['low', 'high'],
  multi_select: [['low'], ['high', 'low']],
  person: ['ada'],
  people: [['ada']],
  url: ['https://example.com/a'],
} as const
type Type = keyof typeof values
const types = Object.keys(values) as Type[]

test(
  'archived, renamed, moved and restored fields lose no value and break no list',
  { timeout: 1_800_000 },
  async () => {
    const app = await startApp()
    const otherApp = app.databaseUrl ? await startApp({ database: app }) : app
    const [ada, other] = [await app.signIn('ada'), await otherApp.signIn('ada')]
    const { org_id } = await createOrganization(ada)
    const projects: string[] = []
    for (const _ of createRange(2)) projects.push((await createProject(ada, org_id)).project_id)
    const fields = new Map<Type, string>()
    for (const type of types) {
      const body = { org_id, name: type, key: type, type, ...(type.includes('select') && { options }) }
      fields.set(type, expectStatus(await ada.post('/v1/fields', { body }), 201).field_id)
    }
    const statuses = new Set<string>()
    const recordStatus = (what: string, { status }: Reply) => statuses.add(`${what} ${status}`)

    const expected = new Map<string, Record<string, unknown>>()
    /** Writes the tasks of one writer, whose acknowledged values are expected in the end. */
    const writeValues = async (client: Client) => {
      const ids: string[] = []
      for (const _ of createRange(tasksEach)) {
        const { task_id } = await createTask(client, org_id, { project_id: projects[0] })
        expected.set(task_id, {})
        ids.push(task_id)
      }
      for (const _ of createRange(changes)) {
        const [id, type] = [pick(ids), pick(types)]
        if (Math.random() < 0.3) {
          recordStatus(
            'move',
            await client.patch(`/v1/tasks/${id}`, { body: { project_id: pick([...projects, null]) } }),
          )
          continue
        }
        const value = Math.random() < 0.2 ? null : pick<unknown>(values[type])
        const reply = await client.patch(`/v1/tasks/${id}`, { body: { custom: { [type]: value } } })
        recordStatus('value', reply)
        if (reply.status !== 200) continue
        const { [type]: _, ...rest } = expected.get(id)!
        expected.set(id, value === null ? rest : { ...rest, [type]: value })
      }
    }
    const changeField = (client: Client): Promise<Reply> => {
      const path = `/v1/fields/${fields.get(pick(types))}`
      const way = Math.random()
      if (way < 0.25) return client.delete(path)
      if (way < 0.6) return client.patch(path, { body: { is_active: true } })
      if (way < 0.7) return client.patch(path, { body: { name: `Name ${Math.random()}` } })
      if (way < 0.9) return client.patch(path, { body: { project_ids: pick([null, [projects[0]], projects]) } })
      if (way < 0.95) return client.patch(path, { body: { position: Math.random() * 10 } })
      const option = `/v1/fields/${fields.get(pick(['select', 'multi_select'] as const))}/options/late`
      return client.patch(option, { body: { is_active: Math.random() < 0.5 } })
    }
    const changeFields = async (client: Client) => {
      for (const _ of createRange(2 * changes)) recordStatus('field', await changeField(client))
    }
    const list = async (client: Client) => {
      for (const _ of createRange(changes)) {
        const [sorted, filtered] = [pick(types), pick(types)]
        const query: Record<string, string>[] = [
          { sort_by: `custom.${sorted}` },
          { [`filter[custom.${filtered}]`]: '__none__', sort_by: `custom.${sorted}` },
          { [`filter[custom.${filtered}]`]: String(values[filtered][0]) },
          {},
        ]
        recordStatus('list', await client.get('/v1/tasks', { query: { org_id, ...pick(query) } }))
      }
    }
    await Promise.all([
      ...createRange(writers).map((i) => writeValues(i % 2 ? ada : other)),
      changeFields(ada),
      changeFields(other),
      list(ada),
      list(other),
    ])
    // A write that waits too long for a lock changes nothing.
    const allowed = /^(list 200|value (200|422|503)|move (200|503)|field (200|404|409|422|503))$/
    expect([...statuses].filter((status) => !allowed.test(status))).toEqual([])
    expect([...statuses]).toEqual(expect.arrayContaining(['value 200', 'field 200', 'list 200']))

    for (const id of fields.values())
      expectStatus(await ada.patch(`/v1/fields/${id}`, { body: { is_active: true, project_ids: null } }), 200)
    const { data } = expectStatus(await other.get('/v1/tasks', { query: { org_id, limit: 1000 } }), 200)
    const found = new Map((data as { task_id: string; custom: object }[]).map((row) => [row.task_id, row.custom]))
    expect(found.size).toBe(expected.size)
    for (const [id, custom] of expected) expect([id, found.get(id)]).toEqual([id, custom])
    // The index that filters and sorts agrees with the values.
    for (const type of types) {
      const query = { org_id, limit: 1000, [`filter[custom.${type}]`]: '__none__' }
      const without = expectStatus(await ada.get('/v1/tasks', { query }), 200).data as { task_id: string }[]
      const unset = [...expected].filter(([, custom]) => !(type in custom)).map(([id]) => id)
      expect([type, without.map((row) => row.task_id).toSorted()]).toEqual([type, unset.toSorted()])
    }
  },
)
