import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { invalidParameter } from '../../kernel/problem.ts'
import { some } from '../../kernel/sql.ts'
import type { HolderType } from '../holders/access.ts'
import { readableHolders } from '../holders/queries.ts'
import type { Reach } from '../projects/access.ts'
import { stillThere } from '../sections/queries.ts'

/** Whose sections a list of tasks tells of: a holder's, or of each task those of its own holder. */
export type SectionScope = { kind: HolderType; id: string } | { kind: 'own' }

const forms = ['user:me', 'project:<id>', 'team:<id>', 'own']

/** The scope that a query's `section_scope` names; 400 for one that is not allowed. */
export function readSectionScope(value: string | undefined, allowed = forms): SectionScope | undefined {
  if (value === undefined) return undefined
  const [kind = '', id = ''] = value.split(/:(.*)/s)
  if (value === 'own' && allowed.includes(value)) return { kind: 'own' }
  if (value === 'user:me') return { kind: 'user', id }
  if ((kind === 'project' || kind === 'team') && id !== '') return { kind, id }
  throw invalidParameter('section_scope', `section_scope does not take "${value.slice(0, 60)}".`, allowed)
}

/** The forms that a list of one holder's tasks takes: `own` is none, since these tasks have the holder in common. */
export const namedScopes = forms.filter((form) => form !== 'own')

/** Whether a scope is about the lanes of the caller. */
export const isPersonal = (scope: SectionScope | undefined): boolean =>
  scope?.kind === 'user' || scope?.kind === 'own'

/** The condition "l is a place of task t in this scope, or in any, that the caller can read". */
function placed(ctx: Context, reach: Reach, scope: SectionScope | undefined): Sql {
  const at = sql`l.task_id = t.task_id and ${readableHolders(ctx, reach, 'l')}
    and ${stillThere(reach.org_id)}`
  if (!scope) return at
  if (scope.kind === 'own')
    return sql`l.scope_type = case when t.project_id is not null then 'project' when t.team_id is not null then 'team' else 'user' end
      and l.scope_id = coalesce(t.project_id, t.team_id, ${ctx.user.username}) and ${at}`
  const id = scope.kind === 'user' ? ctx.user.username : scope.id
  return sql`l.scope_type = ${scope.kind} and l.scope_id = ${id} and ${at}`
}

/** Where task t lies in a scope, as a column `place`. */
export const placeColumn = (ctx: Context, reach: Reach, scope: SectionScope): Sql => sql`
  (select jsonb_build_object('section_id', l.section_id, 'position', l.position) from task_sections l
    where l.org_id = ${reach.org_id} and ${placed(ctx, reach, scope)}) as place`

/** Joins to task t as `lane` its section in a scope and its place there, by which a list can be sorted. */
export const joinedLane = (ctx: Context, reach: Reach, scope: SectionScope): Sql => sql`
  left join lateral (select s.position as lane_position, l.section_id as lane_id, l.position as place_position
    from task_sections l join sections s on s.org_id = ${reach.org_id} and s.section_id = l.section_id
    where l.org_id = ${reach.org_id} and ${placed(ctx, reach, scope)}) lane on true`

/**
 * The condition of `filter[section]` on `t`: in one of these sections, or in none of the scope, or of any without one.
 * Sections that the caller can't read hold nothing, as those that are not there.
 */
export function bySection(
  ctx: Context,
  reach: Reach,
  values: string[],
  scope: SectionScope | undefined,
): Sql {
  const ids = values.filter((value) => value !== '__none__')
  // The tasks of the sections are looked up first, so that those of a small section are found without a look at all others.
  const inside = sql`t.task_id in (select l.task_id from task_sections l
    join tasks t on t.org_id = l.org_id and t.task_id = l.task_id
    where l.org_id = ${reach.org_id} and l.section_id = any(${ids}::text[]) and ${readableHolders(ctx, reach, 'l')}
      and ${stillThere(reach.org_id)})`
  const outside = sql`not exists (select from task_sections l
    where l.org_id = ${reach.org_id} and ${placed(ctx, reach, scope)})`
  return some([...(ids.length > 0 ? [inside] : []), ...(ids.length < values.length ? [outside] : [])])
}
