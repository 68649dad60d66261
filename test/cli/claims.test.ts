import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createTask, createTokenClient } from '../support/factories.ts'
import { createRunner, createHome } from './run.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const secret = (await createTokenClient(ada, org_id)).authorization!.slice('Bearer '.length)
const svc = createRunner(createHome(), { SVC_URL: app.url, SVC_TOKEN: secret, SVC_ORG: org_id })
const read = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200)
const add = (values: object = {}) => createTask(ada, org_id, { assignee: 'ada', ...values })

for (const body of [
  { name: 'Severity', type: 'select', options: [{ label: 'Very high' }, { label: 'Low' }] },
  { name: 'Effort', type: 'number' },
  { name: 'Crew', type: 'people' },
  { name: 'Wet', type: 'checkbox' },
])
  expectStatus(await ada.post('/v1/fields', { body: { org_id, ...body } }), 201)

test('next --take claims the task for the time, and done completes and releases it', async () => {
  expect((await svc('done')).err).toContain('svc next --take 30m')
  expect((await svc('next', ['--take', '30m', '--json'])).json).toEqual({ task: null })
  const { task_id } = await add({ title: 'Grease' })
  expect((await svc('next', ['--take', 'soon'])).err).toContain('not a duration')
  const taken = await svc('next', ['--take', '30m', '--json'])
  expect(taken.json).toMatchObject({ task_id, status: 'in_progress', claim: { by: 'ada' } })
  const minutes = (Date.parse(taken.json.claim.until) - Date.now()) / 60_000
  expect(Math.round(minutes)).toBe(30)
  expect((await svc('done')).out).toContain('Grease')
  expect(await read(task_id)).toMatchObject({ status: 'completed', claim: null })
})

test('done needs an id for several taken tasks, and refuses one that is not taken', async () => {
  const [one, two] = [await add(), await add()]
  for (let i = 0; i < 2; i++) await svc('next', ['--take', '1h'])
  const several = await svc('done')
  expect([several.code === 0, several.err]).toEqual([false, expect.stringContaining('several')])
  expect((await svc('done', [one.task_id, two.task_id, '--ids'])).out).toBe(`${one.task_id}\n${two.task_id}\n`)
  expect((await svc('done', [one.task_id])).err).toContain('svc tasks done')
})

test('lists filter by claims and custom fields, and a task is shown with both', async () => {
  const { task_id } = await add({ custom: { severity: 'very_high', effort: 4.5, crew: ['ada'] } })
  const { claim } = expectStatus(await ada.post(`/v1/tasks/${task_id}/claim`, { body: {} }), 200)
  const list = async (filter: string) => (await svc('tasks list', ['--filter', filter, '--ids'])).out
  for (const filter of [
    'custom.effort>=4 custom.effort<=5',
    'custom.severity=low,very_high',
    'custom.crew=me claimed=me',
  ])
    expect([filter, await list(filter)]).toEqual([filter, `${task_id}\n`])
  for (const filter of ['custom.effort>=5', 'custom.severity=low', 'custom.crew=me claimed=false'])
    expect([filter, await list(filter)]).toEqual([filter, ''])
  const { out } = await svc('tasks show', [task_id])
  for (const line of [
    'custom.severity  very_high',
    'custom.crew      ada',
    `claimed          by ada until ${claim.until}`,
  ])
    expect(out).toContain(`${line}\n`)
})

test('--set custom.KEY sets custom fields of new and existing tasks by type, and undo restores them', async () => {
  const settings = ['custom.severity=very high', 'custom.effort=2.5', 'custom.crew=me', 'custom.wet=yes']
  const flags = settings.flatMap((setting) => ['--set', setting])
  const { json } = await svc('add', ['Paint', ...flags, '--json'])
  expect(json.custom).toEqual({ severity: 'very_high', effort: 2.5, crew: ['ada'], wet: true })
  const edited = ['--set', 'custom.severity=low', '--set', 'custom.effort=none', '--json']
  const changed = await svc('tasks edit', [json.task_id, ...edited])
  expect(changed.json.custom).toEqual({ severity: 'low', crew: ['ada'], wet: true })
  expect((await svc('undo')).code).toBe(0)
  expect((await read(json.task_id)).custom).toEqual(json.custom)
  for (const [setting, message] of [
    ['custom.other=1', 'No custom field has the key'],
    ['custom.effort=much', 'must be a number'],
    ['custom.wet=maybe', 'must be true or false'],
  ] as const)
    expect((await svc('tasks edit', [json.task_id, '--set', setting])).err).toContain(message)
})
