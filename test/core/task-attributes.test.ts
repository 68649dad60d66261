import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { taskSchema, taskSummarySchema, taskUpdate } from '../../src/resources/work/tasks/schema.ts'

/** Returns the names in a list of a source file, from the line that declares it. */
function readNames(file: string, declaration: RegExp): string[] {
  const [, list = ''] = new RegExp(`${declaration.source}\\s*\\[([^\\]]*)\\]`).exec(readFileSync(file, 'utf8')) ?? []
  return [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name!)
}

const updatable = Object.keys(taskUpdate.properties).filter((name) => name in taskSchema.properties)

/** Attributes that the rows of the console do not show, or that every row has. */
const notListed =
  `org_id task_id version has_access comments deleted_at number updated_by description type_data metadata is_subtask
  sub_tasks dependencies bug_id tracker_id restricted_to_user_ids`.split(/\s+/)

/** Lists of attributes that are written out by hand, with those that each leaves out on purpose. */
const lists: [file: string, declaration: RegExp, wanted: string[], omitted: string[]][] = [
  [
    'clients/cli/src/session/change.ts',
    /const fields =/,
    updatable,
    ['org_id', 'tracker_id', 'is_subtask', 'sub_tasks', 'dependencies', 'created_by', 'updated_by'],
  ],
  ['web/store/row-store.ts', /LIST_FIELDS[^=]*=/, Object.keys(taskSummarySchema.properties), notListed],
]

test.each(lists)('%s names every attribute of tasks', (file, declaration, expected, omitted) => {
  const names = readNames(file, declaration)
  expect(names.length).toBeGreaterThan(5)
  const missing = expected.filter((name) => !names.includes(name) && !omitted.includes(name))
  // Add them to the list in this file, or to the attributes that it leaves out, above.
  expect({ file, missing }).toEqual({ file, missing: [] })
})
