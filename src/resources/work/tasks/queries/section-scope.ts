import { sql, type Sql, or } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { invalidParameter } from '../../../../core/errors.ts'
import type { ScopeType } from '../../scopes/policy.ts'
import { buildReadableOwnerCondition } from '../../scopes/queries.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import { buildInScopeCondition } from '../../sections/queries.ts'

/** Sections of a list: those of one owner, or those of each task's own project, team or user. */
export type SectionScope = { kind: ScopeType; id: string } | { kind: 'own' }

const forms = ['user:me', 'project:<id>', 'team:<id>', 'own']

/** Parses `section_scope`. Throws 400 for a value that is not allowed. */
export function parseSectionScope(value: string | undefined, allowed = forms): SectionScope | undefined {
  if (value === undefined) return undefined
  const [kind = '', id = ''] = value.split(/:(.*)/s)
  if (value === 'own' && allowed.includes(value)) return { kind: 'own' }
  if (value === 'user:me') return { kind: 'user', id }
  if ((kind === 'project' || kind === 'team') && id !== '') return { kind, id }
  throw invalidParameter('section_scope', `section_scope does not accept "${value.slice(0, 60)}".`, allowed)
}

/** Forms for a list of tasks of one owner, which excludes `own`. */
export const namedSectionScopes = forms.filter((form) => form !== 'own')

export const includesPersonalSections = (scope: SectionScope | undefined): boolean =>
  scope?.kind === 'user' || scope?.kind === 'own'

/** Returns the condition that `l` assigns task `t` to a readable section of the scope, or of any scope. */
function matchSection(ctx: Context, visibility: OrgVisibility, scope: SectionScope | undefined): Sql {
  const readable = sql`l.task_id = t.task_id and ${buildReadableOwnerCondition(ctx, visibility, 'l')}
    and ${buildInScopeCondition(visibility.org_id)}`
  if (!scope) return readable
  if (scope.kind === 'own')
    return sql`l.scope_type = case when t.project_id is not null then 'project' when t.team_id is not null then 'team' else 'user' end
      and l.scope_id = coalesce(t.project_id, t.team_id, ${ctx.user.username}) and ${readable}`
  const id = scope.kind === 'user' ? ctx.user.username : scope.id
  return sql`l.scope_type = ${scope.kind} and l.scope_id = ${id} and ${readable}`
}

/** Returns the column `placement`: section and position of task `t` in a scope. */
export const buildSectionColumn = (ctx: Context, visibility: OrgVisibility, scope: SectionScope): Sql => sql`
  (select jsonb_build_object('section_id', l.section_id, 'position', l.position) from task_sections l
    where l.org_id = ${visibility.org_id} and ${matchSection(ctx, visibility, scope)}) as placement`

/** Joins the section of task `t` in a scope as `section`, for sorting. */
export const joinTaskSection = (ctx: Context, visibility: OrgVisibility, scope: SectionScope): Sql => sql`
  left join lateral (select s.position as section_order, l.section_id as ordered_section_id, l.position as order_in_section
    from task_sections l join sections s on s.org_id = ${visibility.org_id} and s.section_id = l.section_id
    where l.org_id = ${visibility.org_id} and ${matchSection(ctx, visibility, scope)}) section on true`

/** Returns the condition of `filter[section]`. Sections that the caller can't read count as empty. */
export function buildSectionCondition(
  ctx: Context,
  visibility: OrgVisibility,
  values: string[],
  scope: SectionScope | undefined,
): Sql {
  const ids = values.filter((value) => value !== '__none__')
  // Uses a subquery, so that the tasks of a small section are found without reading all others.
  const inside = sql`t.task_id in (select l.task_id from task_sections l
    join tasks t on t.org_id = l.org_id and t.task_id = l.task_id
    where l.org_id = ${visibility.org_id} and l.section_id = any(${ids}::text[]) and ${buildReadableOwnerCondition(ctx, visibility, 'l')}
      and ${buildInScopeCondition(visibility.org_id)})`
  const outside = sql`not exists (select from task_sections l
    where l.org_id = ${visibility.org_id} and ${matchSection(ctx, visibility, scope)})`
  return or([...(ids.length > 0 ? [inside] : []), ...(ids.length < values.length ? [outside] : [])])
}
