import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Kinds that have little in common with the columns of their table. */
const special = /'(webhooks|view_pins|dependencies)'/

const folder = 'src/resources/platform/exports/commands'
const schema = readFileSync('docs/schema.sql', 'utf8')

/** Statements of the export, each with its table and the alias of the table. */
const selections = readdirSync(folder)
  .filter((name) => /^select-(?!own)|^people/.test(name))
  .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split(/(?=defineSelection\(|sql<PersonRow>)/))
  .flatMap((text) => {
    const [, table, alias] = /\n {4}from (\w+) (\w)\b/.exec(text) ?? []
    return table === undefined || special.test(text) ? [] : [{ table, alias: alias!, text }]
  })

const listColumns = (table: string): string[] => {
  const [, body = ''] = new RegExp(`CREATE TABLE (?:\\w+\\.)?${table} \\(\\n([\\s\\S]*?)\\n\\);`).exec(schema) ?? []
  return [...body.matchAll(/^ {4}"?([a-z]\w*)"? /gm)].map(([, name]) => name!)
}

/** Columns that are derived from others, which end in `_key` or `_rank`, or that this server alone maintains. */
const derived =
  /^(org_id|version|.+_key|slug|.+_rank|counts|is_active|deleted_(at|by)|delete_reason|has_status_sections|is_file|username)$/

/** Further columns that exports leave out by design. */
const leftOut: Record<string, string[]> = {
  organization_members: ['last_active_at', 'lanes_made_at'],
  designations: ['legacy_value'],
  project_resources: ['storage_path'],
  // The task was deleted when it became a goal.
  goals: ['converted_from_task_id'],
  // Links are kinds of their own, and people are exported by id.
  tasks: ['sub_tasks', 'dependencies', 'restricted_to', 'comments'],
  task_comments: ['root_id', 'depth', 'created_by'],
  task_reminders: ['fires_at', 'look_at', 'ended_at'],
  // Grants and secrets are not exported: a restored app is private and new.
  oauth_clients: [
    'review_state',
    'secret_hash',
    'secret_rotated_at',
    'previous_secret_hash',
    'previous_secret_expires_at',
    'use_count',
    'last_used_at',
    'revoked_by',
    'metadata_expires_at',
  ],
  external_refs: ['resource_version', 'import_id'],
  // Of history only; requests are not part of an export.
  events: ['token_id', 'ip', 'user_agent', 'request_id', 'tx', 'ord', 'lineage'],
}

test.each(selections)('the export of $table has its columns', ({ table, alias, text }) => {
  const columns = listColumns(table)
  expect(columns.length).toBeGreaterThan(2)
  const missing = columns.filter((name) => !new RegExp(`\\b${alias}\\.${name}\\b`).test(text) && !derived.test(name))
  expect(missing).toEqual(leftOut[table] ?? [])
})
