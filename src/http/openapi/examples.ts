import { TIME_OF_DAY_PATTERN } from '../../core/time-zones.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  properties?: Record<string, Schema>
  items?: Schema
  default?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  const?: unknown
  maxItems?: number
  recursive?: string
  /** `null` is accepted without effect, so the example omits it. */
  nullMeansAbsent?: boolean
}

/** Example values by property name; ids are recognizable by their prefix. */
const EXAMPLES: Record<string, unknown> = {
  org_id: '01919b3c-0000-7000-8000-000000000001',
  user_id: '01919b3c-0000-7000-8000-00000000ada1',
  task_id: 'TDC01MC1P87K0HJR8',
  project_id: 'PDC01MC1P9ZK3QW2M',
  team_id: 'TMDC01MC1P4S8A0C6',
  prefix: 'QUAY',
  token_id: 'TKDC01MC1PXV7N2D3',
  invite_id: 'IDC01MC1P00Y5TR4B',
  notification_id: 'NDC01MC1PJ4D7E2KA',
  reminder_id: 'RMDC01MC1P6W3B9ZT',
  resource_id: 'TDC01MC1P87K0HJR8',
  designation_id: 'DDC01MC1PE8M1FJ0',
  history_id: 'EVDC01MC1PH2Q9XW5',
  event_id: 'EVDC01MC1PH2Q9XW5',
  username: 'ada',
  assignee: 'ada',
  owner: 'ada',
  created_by: 'ada',
  updated_by: 'ada',
  time_zone: 'Europe/Berlin',
  email: 'ada@harbour.example',
  url: 'https://harbour.example/hooks',
  color: 'blue',
  name: 'Harbour Works',
  title: 'Grease the crane',
  task_title: 'Grease the crane',
  note: 'Bring the long ladder.',
  api_version: '2026-09-25',
  description: 'Before the season begins',
  next_cursor: null,
  status: 'ok',
}

export function buildExample(schema: unknown, name = ''): unknown {
  const {
    type,
    enum: values,
    const: constant,
    format,
    pattern,
    properties,
    items,
    maxItems,
    minimum,
  } = schema as Schema
  const { anyOf, oneOf, nullMeansAbsent } = schema as Schema
  if (anyOf ?? oneOf) return buildExample((anyOf ?? oneOf)![0], name)
  const types = [type].flat()
  if (constant !== undefined) return constant
  if (values) return values[0]
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, buildExample(value, key)]))
  if (types.includes('string') && name in EXAMPLES && (EXAMPLES[name] !== null || types.includes('null')))
    return EXAMPLES[name]
  if (
    types.includes('null') &&
    !nullMeansAbsent &&
    (types.length === 1 || !name.endsWith('_at')) &&
    !types.includes('array')
  )
    return null
  if (types.includes('array'))
    return items && maxItems !== 0 && !items.recursive ? [buildExample(items, name.replace(/s$/, ''))] : []
  if (types.includes('object')) return {}
  if (types.includes('boolean')) return true
  if (types.includes('integer') || types.includes('number')) return minimum ?? 0
  return buildStringExample(format, pattern)
}

function buildStringExample(format: unknown, pattern: unknown): unknown {
  if (format === 'date-time') return '2026-11-20T09:30:00.000Z'
  if (format === 'date') return '2026-11-27'
  if (pattern === TIME_OF_DAY_PATTERN) return '09:00'
  if (format === 'uuid') return EXAMPLES.user_id
  return format === 'idn-email' ? EXAMPLES.email : 'text'
}
