import type { Context } from '../../kernel/context.ts'
import { columnsOf, inOrganizations } from '../../kernel/sql.ts'
import type { Holder } from '../holders/access.ts'

export interface SectionRow extends Holder {
  section_id: string
  name: string
  position: number
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
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
]

/** The columns of `SectionRow`, of the table by this alias. */
export const sectionColumns = columnsOf(names)

const findSql = (lock: string) =>
  inOrganizations(
    (match) =>
      `SELECT ${sectionColumns('s')} FROM sections s WHERE ${match('s.org_id')} AND s.section_id = $2 ${lock}`,
  )

const locks = { none: findSql(''), update: findSql('FOR NO KEY UPDATE'), delete: findSql('FOR UPDATE') }

/** A section among the caller's organizations; not yet judged. */
export async function findSection(
  ctx: Context,
  sectionId: string,
  lock: keyof typeof locks,
): Promise<SectionRow | undefined> {
  return (await locks[lock]<SectionRow>(ctx.db, ctx.caller.orgIds, sectionId))[0]
}
