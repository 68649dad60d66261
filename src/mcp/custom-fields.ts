import { normalizeForSearch } from '../core/text.ts'
import { pickAttributes } from './results.ts'
import type { ToolContext } from './tool.ts'

interface Field {
  key: string
  options: { option: string; label: string; is_active: boolean }[]
}

const loadedFields = new WeakMap<ToolContext, Promise<Map<string, Field>>>()

async function loadFields({ api }: ToolContext): Promise<Map<string, Field>> {
  if (api.listMissingScopes(['fields.list']).length > 0) return new Map()
  const { body } = await api.call('fields.list', { query: { org_id: api.orgId } })
  return new Map((body.data as Field[]).map((field) => [field.key, field]))
}

/** Replaces labels of options by their keys; leaves other values to the API. Keys may have a suffix `.from` or `.to`. */
export async function resolveOptionLabels(
  ctx: ToolContext,
  values: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (Object.keys(values).length === 0) return values
  const loading = loadedFields.get(ctx) ?? loadFields(ctx)
  loadedFields.set(ctx, loading)
  const fields = await loading
  const resolve = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one: unknown) => resolve(key, one))
    if (typeof value !== 'string') return value
    const options = fields.get(key)?.options ?? []
    if (options.some((one) => one.option === value)) return value
    const label = normalizeForSearch(value)
    return options.find((one) => one.is_active && normalizeForSearch(one.label) === label)?.option ?? value
  }
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, resolve(key, value)]))
}

/** Lists the custom fields of a project with the labels of their options. */
export async function listProjectFields({ api }: ToolContext, project_id: string) {
  const { body } = await api.call('fields.list', { query: { project_id } })
  return (body.data as (Field & Record<string, unknown>)[]).map((field) => ({
    ...pickAttributes(field, ['key', 'name', 'type', 'unit']),
    ...(field.options.length > 0 && {
      options: field.options.filter((one) => one.is_active).map((one) => one.label),
    }),
  }))
}
