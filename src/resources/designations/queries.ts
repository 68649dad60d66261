import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { systemOrganization } from '../../kernel/ids.ts'

/** What a designation answers to. */
export interface DesignationNames {
  org_id: string
  designation_id: string
  label_key: string
  aliases: string[]
  is_active: boolean
}

/** The designation with this id, and those that may answer to this folded name: the organization's and global ones. */
export function findDesignations(
  ctx: Context,
  orgId: string,
  id: string | null,
  nameKey: string | null,
): Promise<DesignationNames[]> {
  // Aliases are compared by the caller: lower() of the database depends on its locale.
  return query<DesignationNames>(
    ctx.db,
    `SELECT org_id, designation_id, label_key, aliases, is_active FROM designations
     WHERE org_id IN ($1, '${systemOrganization}')
       AND (designation_id = $2 OR label_key = $3 OR ($3::text IS NOT NULL AND aliases <> '{}'))`,
    [orgId, id, nameKey],
  )
}

/** An expression: the label of the designation that a row of this table alias points at, the organization's or global. */
export const designationLabel = (alias: string): string => `
  (SELECT d.label FROM designations d WHERE d.org_id IN (${alias}.org_id, '${systemOrganization}')
    AND d.designation_id = ${alias}.designation_id LIMIT 1)`
