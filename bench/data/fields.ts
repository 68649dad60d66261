import type { ClientBase } from 'pg'
import type { FieldType, FieldValue } from '../../src/resources/work/fields/kinds.ts'
import { listValueKeys } from '../../src/resources/work/fields/kinds.ts'
import type { ApiClient } from '../api-client.ts'
import { print, withClient } from '../databases.ts'
import type { Setup } from '../setup.ts'
import { withoutIndexes } from './load.ts'
import { orgId } from './organization.ts'

/** Thirty fields in total; every task has a value of each. */
const FIELDS_PER_TYPE = 10
const DAY_MS = 24 * 60 * 60 * 1000
const toDay = (n: number) => new Date(Date.parse('2026-01-01') + n * DAY_MS).toISOString().slice(0, 10)
const labels = ['Low', 'Medium', 'High', 'Extreme']
const kinds: { type: FieldType; body: object; values: (options: string[]) => FieldValue[] }[] = [
  { type: 'select', body: { options: labels.map((label) => ({ label })) }, values: (options) => options },
  { type: 'number', body: {}, values: () => Array.from({ length: 1000 }, (_, n) => n) },
  { type: 'date', body: {}, values: () => Array.from({ length: 730 }, (_, n) => toDay(n)) },
]

interface Field {
  field_id: string
  key: string
  type: FieldType
  options: { option: string }[]
}

/** Creates the fields, and gives every task a value of each, directly in the database. */
export async function loadFields({ api, databaseUrl, service, tasks }: Setup): Promise<void> {
  const known = (await api.admin.get<{ data: Field[] }>(`/v1/fields?org_id=${orgId}&limit=100`)).body.data
  if (known.length > 0) return
  const fields: Field[] = []
  for (const { type, body } of kinds)
    for (let n = 0; n < FIELDS_PER_TYPE; n++)
      fields.push(
        await createField(service.port, api.admin, { name: `${type} ${n}`, key: `${type}_${n}`, type, ...body }),
      )
  print(`storing ${fields.length} values of ${tasks} tasks`)
  await withClient(databaseUrl!, (client) => storeValues(client, fields))
}

async function createField(port: number, { headers }: ApiClient, body: object): Promise<Field> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/fields`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ org_id: orgId, ...body }),
  })
  if (response.status !== 201) throw new Error(`a field was not created: ${await response.text()}`)
  return (await response.json()) as Field
}

async function storeValues(client: ClientBase, fields: Field[]): Promise<void> {
  const facts = fields.map(({ field_id, key, type, options }) => {
    const values = kinds.find((kind) => kind.type === type)!.values(options.map(({ option }) => option))
    return { field_id, key, values, sort_keys: values.map((value) => listValueKeys(type, value)[0]!.sort_key) }
  })
  await client.query(`set maintenance_work_mem = '1GB'; set session_replication_role = replica`)
  await client.query(`create temporary table bench_fields as select x.*, jsonb_array_length(values) as count
    from jsonb_to_recordset('${JSON.stringify(facts)}') as x(field_id text, key text, values jsonb, sort_keys text[])`)
  await withoutIndexes(client, ['tasks'], async () => {
    await client.query(
      `update tasks t set custom = (select jsonb_object_agg(f.key, f.values -> ${position}) from bench_fields f)
       where t.org_id = $1`,
      [orgId],
    )
  })
  const constraint = 'task_field_values_pkey'
  await client.query(`alter table task_field_values drop constraint ${constraint}`)
  await withoutIndexes(client, ['task_field_values'], async () => {
    await client.query(
      `insert into task_field_values (org_id, task_id, field_id, ord, sort_key)
       select t.org_id, t.task_id, f.field_id, 0, f.sort_keys[1 + ${position}]
       from tasks t cross join bench_fields f where t.org_id = $1`,
      [orgId],
    )
    await client.query(
      `alter table task_field_values add constraint ${constraint} primary key (org_id, task_id, field_id, ord)`,
    )
  })
  await client.query('vacuum full analyze tasks')
  await client.query('vacuum analyze task_field_values')
}

/** Position of the value of a task among those of a field. */
const position = 'abs(hashtext(t.task_id || f.key)) % f.count'
