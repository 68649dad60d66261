import { words } from '../../kernel/schema.ts'
import { columnsOf } from '../../kernel/sql.ts'
import type { HolderType } from '../holders/access.ts'

export const viewResources = words('ViewResource', ['task', 'project'])
export type ViewResource = (typeof viewResources)[number]

/** Query parameters of the list, by name. */
export type ViewQuery = Record<string, string | string[]>

export interface ViewRow {
  org_id: string
  view_id: string
  scope_type: HolderType
  scope_id: string
  resource: ViewResource
  name: string
  query: ViewQuery
  display: Record<string, unknown>
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}

const names = [
  'org_id',
  'view_id',
  'scope_type',
  'scope_id',
  'resource',
  'name',
  'query',
  'display',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
]

export const viewColumns = columnsOf(names)
