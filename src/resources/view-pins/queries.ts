import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { endOf } from '../../kernel/lists/end.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import type { HolderType } from '../holders/access.ts'
import { readableHolders } from '../holders/queries.ts'
import type { Reach } from '../projects/access.ts'
import { visibleProjects } from '../projects/task-visibility.ts'
import type { ViewResource } from '../views/rows.ts'
import type { Pinned, PinPlace } from './rules.ts'

/** A pin as its owner sees it. */
export interface PinShown extends PinPlace {
  org_id: string
  label: string
  scope_type: HolderType | null
  resource: ViewResource | null
  created_at: string
}

const position = { sql: 'p.position', type: 'float8' } as const

/** How a list of pins sorts. */
export const pinSorts: ListSpec = {
  sorts: { position: [position] },
  natural: [position],
  id: { sql: 'p.pin_id', type: 'text' },
}

const columns = sql`p.org_id, p.pin_type, p.pin_id, p.position, p.created_at, coalesce(v.name, j.name) as label,
  v.scope_type, v.resource`

/** The caller's pins of what it can read. The others stay there unseen, and are told again once it can. */
const shown = (ctx: Context, reach: Reach): Sql => sql`view_pins p
  left join views v on p.pin_type = 'view' and v.org_id = p.org_id and v.view_id = p.pin_id and v.is_active
    and ${readableHolders(ctx, reach, 'v')}
  left join projects j on p.pin_type = 'project' and j.org_id = p.org_id and j.project_id = p.pin_id
    and j.deleted_at is null and ${visibleProjects(reach, 'j')}
  where p.org_id = ${reach.org_id} and p.user_id = ${ctx.user.user_id}
    and (v.view_id is not null or j.project_id is not null)`

/** A page of the caller's pins. */
export const listPins = (ctx: Context, page: ListQuery, reach: Reach): Promise<PinShown[]> =>
  selectPage<PinShown>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) =>
      sql<PinShown>`select ${columns}, ${sorts} from ${shown(ctx, reach)} and ${where} ${order} ${limit}`,
  )

/** The pins of the caller that are shown, in their order; of one thing alone when it is named. */
export const selectPins = (ctx: Context, reach: Reach, of?: Pinned): Promise<PinShown[]> => {
  const named = of ? sql`p.pin_type = ${of.pin_type} and p.pin_id = ${of.pin_id}` : sql`true`
  return ctx.db.query(
    sql<PinShown>`select ${columns} from ${shown(ctx, reach)} and ${named} order by p.position, p.pin_id`,
  )
}

/** The places of all pins of the caller, the unseen ones too, in their order. */
export const listPlaces = (ctx: Context, orgId: string): Promise<PinPlace[]> =>
  ctx.db.query(sql<PinPlace>`
    select pin_type, pin_id, position from view_pins where org_id = ${orgId} and user_id = ${ctx.user.user_id}
    order by position, pin_id`)

/** Gives pins of the caller their places. */
export async function storePlaces(ctx: Context, orgId: string, places: PinPlace[]): Promise<void> {
  await ctx.db.query(sql`
    update view_pins p set position = c.position
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as c(pin_type text, pin_id text, position double precision)
    where p.org_id = ${orgId} and p.user_id = ${ctx.user.user_id} and p.pin_type = c.pin_type and p.pin_id = c.pin_id`)
}

/** Pins something for the caller, after what is pinned; does nothing when it is pinned already. */
export async function insertPin(ctx: Context, orgId: string, { pin_type, pin_id }: Pinned): Promise<void> {
  const { user_id } = ctx.user
  const end = await endOf(ctx.db, sql`view_pins where org_id = ${orgId} and user_id = ${user_id}`)
  await ctx.db.query(sql`
    insert into view_pins (org_id, user_id, pin_type, pin_id, position, created_at)
    values (${orgId}, ${user_id}, ${pin_type}, ${pin_id}, ${end}, ${ctx.now})
    on conflict (org_id, user_id, pin_type, pin_id) do nothing`)
}

/** Takes a pin of the caller's away, if there is one. */
export async function deletePin(ctx: Context, orgId: string, { pin_type, pin_id }: Pinned): Promise<void> {
  await ctx.db.query(sql`
    delete from view_pins where org_id = ${orgId} and user_id = ${ctx.user.user_id} and pin_type = ${pin_type}
      and pin_id = ${pin_id}`)
}
