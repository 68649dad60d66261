import { readFileSync } from 'node:fs'
import { kinds } from '@svc/import'
import { expect, test } from 'vitest'
import { formatTaskLines } from '../../clients/cli/src/output/tasks.ts'
import { toTaskBody } from '../../src/resources/platform/imports/rules.ts'
import { syncedAttributes } from '../../src/resources/platform/imports/sync-rules.ts'
import { claimChanges } from '../../src/resources/work/claims/schema.ts'
import { pickCopiedValues } from '../../src/resources/work/tasks/copy-rules.ts'
import { taskFilters } from '../../src/resources/work/tasks/queries/filters.ts'
import { buildDefaultTaskValues, writableColumnSpecs } from '../../src/resources/work/tasks/attributes.ts'
import { addDerivedColumns } from '../../src/resources/work/tasks/import.ts'
import { taskCreate, taskSchema, taskSummarySchema, taskUpdate } from '../../src/resources/work/tasks/schema.ts'

/** Returns the quoted or declared names in a part of a source file. */
function readNames(file: string, part: RegExp): string[] {
  const [, text = ''] = part.exec(readFileSync(file, 'utf8')) ?? []
  return [...text.matchAll(/'(\w+)'|^ +(\w+)[:,]|\bt\.(\w+)/gm)].map((match) => (match[1] ?? match[2] ?? match[3])!)
}

const attributes = Object.keys(taskSchema.properties)
const updatable = Object.keys(taskUpdate.properties).filter((name) => name in taskSchema.properties)
const stored = attributes.filter((name) => !/^(key|has_access|has_edit_access|claim|external_refs)$/.test(name))
const links = 'sub_tasks dependencies'

/** Returns the lines that `svc show` prints for a task whose attributes have their names as values. */
function formatNamedTask(): string {
  const named = attributes.map((name) => [name, /^(tags|sub_tasks|dependencies)$/.test(name) ? [name] : name])
  const lines = formatTaskLines(Object.fromEntries(named) as never, new Map())
  return lines.map(([, value]) => value).join(' ')
}

/** Returns the body of the task that an import creates from a row with all properties of the data format. */
function importFullTask(): object {
  const row = Object.fromEntries(Object.keys(kinds.tasks.fields).map((name) => [name, name]))
  const values = { ...row, type: 'bug', tags: ['tags'], custom: {}, metadata: [] }
  return toTaskBody(values as never, 'neutral', undefined).body
}

/** Returns the values of a copy of a task whose attributes have their names as values. */
function copyNamedTask(): object {
  const named = Object.fromEntries(attributes.map((name) => [name, name]))
  const facts = { usernames: new Set<string>(), sprintIds: new Set<string>(), fieldKeys: new Set<string>() }
  return pickCopiedValues({ ...named, custom: {}, type_data: null } as never, { ...facts, sections: new Map() })
}

const formatNames: Record<string, string> = {
  task_id: 'id',
  task_type: 'type',
  bug_id: 'bug_id',
  tracker_id: 'tracker_id',
}

/** Returns the name of an attribute in the data format, and as a column of the console. */
const toShortName = (name: string) => name.replace(/_(user_)?ids?$/, '')
const toFormatName = (name: string) => formatNames[name] ?? toShortName(name)

/** Attributes that the rows of the console do not show, or that every row has. */
const notListed = `org_id task_id version has_access comments deleted_at number updated_by description type_data metadata
  is_subtask sub_tasks dependencies bug_id tracker_id restricted_to_user_ids`

interface List {
  place: string
  names: readonly string[]
  expected: readonly string[]
  /** Attributes that the list leaves out on purpose, separated by white space. */
  omitted: string
}

/** Lists of attributes that are written by hand. */
const lists: List[] = [
  {
    place: 'clients/cli/src/session/undoable-change.ts',
    names: readNames('clients/cli/src/session/undoable-change.ts', /const fields = \[([^\]]*)\]/),
    expected: updatable,
    omitted: `org_id tracker_id is_subtask created_by updated_by ${links}`,
  },
  {
    place: 'formatTaskLines in clients/cli/src/output/tasks.ts',
    names: formatNamedTask().match(/\w+/g)!,
    expected: stored,
    omitted: `org_id number description type_data metadata custom is_subtask bug_id tracker_id restricted_to
      restricted_to_user_ids version`,
  },
  {
    place: 'clients/import/src/format/task-kinds.ts',
    names: Object.keys(kinds.tasks.fields),
    expected: stored.map(toFormatName),
    omitted: `org number version ${links}`,
  },
  {
    place: 'src/resources/platform/exports/commands/select-own.ts',
    names: readNames('src/resources/platform/exports/commands/select-own.ts', /'tasks',([\s\S]*?)\n {2}\),/),
    expected: stored,
    omitted: `org_id team_id sprint_id milestone_id goal_id restricted_to version ${links}`,
  },
  {
    place: 'toTaskBody in src/resources/platform/imports/rules.ts',
    names: Object.keys(importFullTask()),
    expected: Object.keys(taskCreate.properties),
    omitted: `org_id project_id team_id sprint_id milestone_id goal_id assignee restricted_to created_by updated_by ${links}`,
  },
  {
    place: 'src/resources/platform/restores/commands/tasks.ts',
    names: readNames('src/resources/platform/restores/commands/tasks.ts', /function toTaskColumns([\s\S]*?)\n}/),
    expected: stored,
    omitted: `org_id created_by updated_by created_at updated_at version ${links}`,
  },
  {
    place: 'syncedAttributes in src/resources/platform/imports/sync-rules.ts',
    names: syncedAttributes,
    expected: Object.keys(taskCreate.properties),
    // Custom fields are compared by key, and dependencies by their own rows. A restriction is never changed by an import.
    omitted: `org_id team_id restricted_to tracker_id is_subtask custom created_by updated_by ${links}`,
  },
  {
    place: 'claimChanges in src/resources/work/claims/schema.ts',
    names: Object.keys(claimChanges.properties),
    expected: updatable,
    omitted: `org_id title is_subtask project_id team_id sprint_id milestone_id goal_id description task_type type_data
      metadata custom bug_id tracker_id restricted_to created_by updated_by ${links}`,
  },
  {
    place: 'src/resources/work/tasks/copy-rules.ts',
    names: Object.keys(copyNamedTask()),
    expected: stored,
    omitted: `org_id task_id number bug_id tracker_id created_by updated_by created_at updated_at version ${links}`,
  },
  {
    place: 'filterRows in web/features/views/filter-names.ts',
    names: readNames('web/features/views/filter-names.ts', /filterRows = \{([\s\S]*?)\n\}/),
    expected: Object.keys(taskFilters),
    omitted: 'custom.KEY',
  },
  {
    place: 'web/store/row-store.ts',
    names: readNames('web/store/row-store.ts', /LIST_FIELDS[^=]*= *\[([^\]]*)\]/),
    expected: Object.keys(taskSummarySchema.properties),
    omitted: notListed,
  },
  {
    place: 'taskColumns in web/features/views/view-query.ts',
    names: readNames('web/features/views/view-query.ts', /taskColumns = \[([^\]]*)\]/),
    expected: stored.map(toShortName),
    omitted: `org task number team title description status priority type_data metadata custom is_subtask bug tracker
      restricted_to updated_by version ${links}`,
  },
]

test.each(lists)('$place names every attribute of tasks', ({ place, names, expected, omitted }) => {
  expect(names.length).toBeGreaterThan(5)
  const known = [...names, ...omitted.split(/\s+/)]
  // Add a missing name to the file of the place, or to `omitted` above if it is left out on purpose.
  expect({ place, missing: expected.filter((name) => !known.includes(name)) }).toEqual({ place, missing: [] })
  // Names in `omitted` that do not exist any more, or that the place has now.
  const absent = omitted.split(/\s+/).filter((name) => !expected.includes(name) || names.includes(name))
  expect({ place, absent }).toEqual({ place, absent: [] })
})

test('every derived column is restored', () => {
  const columns = addDerivedColumns(buildDefaultTaskValues()) as Record<string, unknown>
  expect(writableColumnSpecs.filter(({ name }) => columns[name] === undefined)).toEqual([])
  expect(addDerivedColumns({ title: 'Plank', restricted_to: [], restricted: true })).toMatchObject({
    title_key: 'plank',
    restricted: true,
  })
})
