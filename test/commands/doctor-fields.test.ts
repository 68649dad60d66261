import { expect, inject, test } from 'vitest'
import { checkCustomFields } from '../../src/commands/cli/doctor-fields.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'

const values = {
  text: 'Rope',
  number: [0, -2.5, 1e21, -1e-7, 3],
  date: '2027-01-01',
  checkbox: [true, false],
  select: 'low',
  multi_select: [['high', 'low']],
  person: 'ada',
  people: [['ada']],
  url: 'https://example.com/a',
}

test.skipIf(!inject('svc').postgresUrl)(
  'finds values of custom fields whose index differs in number or key',
  async () => {
    const app = await startApp()
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const options = ['low', 'high'].map((option) => ({ option, label: option }))
    for (const type of Object.keys(values)) {
      const body = { org_id, name: type, key: type, type, ...(type.includes('select') && { options }) }
      expectStatus(await ada.post('/v1/fields', { body }), 201)
    }
    let stored = 0
    for (const [key, all] of Object.entries(values))
      for (const value of [all].flat() as unknown[]) {
        await createTask(ada, org_id, { custom: { [key]: value } })
        stored++
      }
    const check = () =>
      checkCustomFields(
        loadConfig({ DATABASE_URL: app.databaseUrl!, SECRET_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}` }),
      )
    expect(await check()).toBe(`${stored} values agree with their index`)
    const change = (statement: string) => app.sql(`${statement} and org_id = $1`, [org_id])
    await change(`update task_field_values set sort_key = '2027-01-02' where sort_key = '2027-01-01'`)
    await expect(check()).rejects.toThrow('1 values differ from their index')
    await change(`update task_field_values set sort_key = '2027-01-01' where sort_key = '2027-01-02'`)
    await change(`delete from task_field_values where sort_key = 'high' and ord = 0`)
    await expect(check()).rejects.toThrow('1 values differ from their index')
  },
)
