import { sql, type Sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { findEndPosition } from '../../../core/end-position.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import type { ScopeType } from '../scopes/policy.ts'
import { buildReadableOwnerCondition } from '../scopes/queries.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import { buildVisibleProjectsCondition } from '../projects/queries/visibility.ts'
import type { ViewResource } from '../views/schema.ts'
import type { PinnedItem, PinPosition } from './rules.ts'

export interface PinForCaller extends PinPosition {
  org_id: string
  label: string
  scope_type: ScopeType | null
  resource: ViewResource | null
  created_at: string
}

const position = { sql: 'p.position', type: 'float8' } as const

export const pinSorts: ListSpec = {
  sorts: { position: [position] },
  defaultOrder: [position],
  id: { sql: 'p.pin_id', type: 'text' },
}

const columns = sql`p.org_id, p.pin_type, p.pin_id, p.position, p.created_at, coalesce(v.name, j.name) as label,
  v.scope_type, v.resource`

/** Joins the caller's pins with their visible views and projects; hidden ones remain stored. */
const visiblePins = (ctx: Context, visibility: OrgVisibility): Sql => sql`view_pins p
  left join views v on p.pin_type = 'view' and v.org_id = p.org_id and v.view_id = p.pin_id and v.is_active
    and ${buildReadableOwnerCondition(ctx, visibility, 'v')}
  left join projects j on p.pin_type = 'project' and j.org_id = p.org_id and j.project_id = p.pin_id
    and j.deleted_at is null and ${buildVisibleProjectsCondition(visibility, 'j')}
  where p.org_id = ${visibility.org_id} and p.user_id = ${ctx.user.user_id}
    and (v.view_id is not null or j.project_id is not null)`

export const selectPinPage = (ctx: Context, page: PageRequest, visibility: OrgVisibility) =>
  selectPage<PinForCaller>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) =>
      sql<PinForCaller>`select ${columns}, ${sorts} from ${visiblePins(ctx, visibility)} and ${where} ${order} ${limit}`,
  )

export const selectVisiblePins = (
  ctx: Context,
  visibility: OrgVisibility,
  only?: PinnedItem,
): Promise<PinForCaller[]> => {
  const filter = only ? sql`p.pin_type = ${only.pin_type} and p.pin_id = ${only.pin_id}` : sql`true`
  return ctx.db.query(
    sql<PinForCaller>`select ${columns} from ${visiblePins(ctx, visibility)} and ${filter} order by p.position, p.pin_id`,
  )
}

/** Selects the positions of all pins of the caller, including hidden ones, in their order. */
export const listPinPositions = (ctx: Context, orgId: string) =>
  ctx.db.query(sql<PinPosition>`
    select pin_type, pin_id, position from view_pins where org_id = ${orgId} and user_id = ${ctx.user.user_id}
    order by position, pin_id`)

export const savePinPositions = (ctx: Context, orgId: string, positions: PinPosition[]) =>
  ctx.db.query(sql`
    update view_pins p set position = c.position
    from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb)
      as c(pin_type text, pin_id text, position double precision)
    where p.org_id = ${orgId} and p.user_id = ${ctx.user.user_id} and p.pin_type = c.pin_type and p.pin_id = c.pin_id`)

export async function insertPin(ctx: Context, orgId: string, { pin_type, pin_id }: PinnedItem): Promise<void> {
  const { user_id } = ctx.user
  const end = await findEndPosition(ctx.db, sql`view_pins where org_id = ${orgId} and user_id = ${user_id}`)
  await ctx.db.query(sql`
    insert into view_pins (org_id, user_id, pin_type, pin_id, position, created_at)
    values (${orgId}, ${user_id}, ${pin_type}, ${pin_id}, ${end}, ${ctx.now})
    on conflict (org_id, user_id, pin_type, pin_id) do nothing`)
}

export const deletePin = (ctx: Context, orgId: string, { pin_type, pin_id }: PinnedItem) =>
  ctx.db.query(sql`
    delete from view_pins where org_id = ${orgId} and user_id = ${ctx.user.user_id} and pin_type = ${pin_type}
      and pin_id = ${pin_id}`)
