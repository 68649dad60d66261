import { parseTaskKey } from '../resources/work/tasks/keys.ts'

/** Parameters and body fields, and filters, with ids of tasks. */
const ID_FIELDS = ['task_id', 'task_ids', 'subtask_id', 'dependency_id', 'sub_tasks', 'dependencies', 'before', 'after']
const TASK_ID_FIELDS = [...ID_FIELDS, 'filter[id]', 'filter[parent]', 'filter[blocked_by]']

interface OperationInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

type FindId = (key: string) => Promise<string>

/** Replaces task keys by ids wherever an operation expects ids of tasks. */
export async function replaceTaskKeys<T extends OperationInput>(input: T, find: FindId): Promise<T> {
  const { params, query, body } = input
  const replaced = { ...input }
  if (params && hasKeys(params)) replaced.params = (await replaceFields(params, find)) as Record<string, string>
  if (query && hasKeys(query)) replaced.query = await replaceFields(query, find)
  if (isObject(body) && hasKeys(body)) replaced.body = await replaceFields(body, find)
  return replaced
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isKey = (value: unknown): value is string => typeof value === 'string' && parseTaskKey(value) !== undefined

const hasKeys = (fields: Record<string, unknown>): boolean =>
  TASK_ID_FIELDS.some((name) => [fields[name]].flat().some(isKey))

async function replaceFields(fields: Record<string, unknown>, find: FindId): Promise<Record<string, unknown>> {
  const replaced = { ...fields }
  for (const name of TASK_ID_FIELDS) {
    const value = fields[name]
    const resolveKey = (text: unknown) => (isKey(text) ? find(text) : Promise.resolve(text))
    replaced[name] = Array.isArray(value) ? await Promise.all(value.map(resolveKey)) : await resolveKey(value)
    if (value === undefined) delete replaced[name]
  }
  return replaced
}
