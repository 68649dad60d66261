import { sql, listColumns } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { ScopeOwner } from '../scopes/policy.ts'
import type { TaskStatus } from '../tasks/schema.ts'

export interface SectionRow extends ScopeOwner {
  section_id: string
  name: string
  position: number
  /** Status that its tasks have; null for any. */
  status: TaskStatus | null
  color: string | null
  wip_limit: number | null
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}

const names = [
  'org_id',
  'section_id',
  'scope_type',
  'scope_id',
  'name',
  'position',
  'status',
  'color',
  'wip_limit',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
]

export const sectionColumns = listColumns(names)

const columns = sectionColumns('s')
const locks = { none: sql``, update: sql`for no key update`, delete: sql`for update` }

/** Finds a section among the caller's organizations; does not check access. */
export const findSection = (ctx: Context, sectionId: string, lock: keyof typeof locks) =>
  ctx.db.queryRowByKey(sql<SectionRow>`
    select ${columns} from sections s
    where ${sql.orgIn('s.org_id', ctx.caller.orgIds)} and s.section_id = ${sectionId} ${locks[lock]}`)
