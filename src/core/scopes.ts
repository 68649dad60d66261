import { namedEnum } from './schema.ts'

export const scopes = {
  'tasks:read': 'Read tasks, comments, attachments, history, sections, saved views',
  'tasks:write': 'Create, change and delete tasks, comments, attachments, sections, saved views (implies read)',
  'projects:read': 'Read projects, members, resources, statistics, goals, roadmaps',
  'projects:write': 'Create, change and delete projects, members, resources, goals (implies read)',
  'teams:read': 'Read teams, members, sprints, milestones, availability',
  'teams:write': 'Create, change and delete teams, sprints, milestones, availability (implies read)',
  'org:read': 'Read the organization, settings, members, invites, designations, access tokens, access review',
  'org:write':
    'Change settings, members, invites, designations; mint, rotate, revoke access tokens and service accounts (implies read)',
  'webhooks:read': 'Read webhooks and delivery logs',
  'webhooks:write': 'Create, change, pause, test, rotate, delete webhooks; replay deliveries (implies read)',
  admin: 'Every scope, including the audit log',
} as const

export type Scope = keyof typeof scopes
export const scopeNames = namedEnum('Scope', Object.keys(scopes) as Scope[])

/** Scopes available to members; `admin` requires an owner or admin. */
export const memberScopes = scopeNames.filter((scope) => scope !== 'admin')

/** Returns whether granted scopes include the needed one: `admin` includes all, `x:write` includes `x:read`. */
export function includesScope(granted: readonly string[], needed: Scope): boolean {
  if (granted.includes(needed) || granted.includes('admin')) return true
  return needed.endsWith(':read') && granted.includes(needed.replace(/:read$/, ':write'))
}

/** Scopes that MCP clients request by default, since a client cannot reduce them later. */
export const toolScopes: readonly Scope[] = ['tasks:write', 'projects:write', 'teams:read', 'org:read']

export const removeImpliedScopes = (given: readonly string[]): Scope[] =>
  scopeNames.filter(
    (scope) =>
      given.includes(scope) &&
      !includesScope(
        given.filter((other) => other !== scope),
        scope,
      ),
  )

/** Intersects scopes with the implied ones: `admin` and `tasks:write` intersect in `tasks:write`. */
export function intersectScopes(one: readonly string[], other: readonly string[]): Scope[] {
  const exact = scopeNames.filter((scope) => one.includes(scope) && includesScope(other, scope))
  const rest = scopeNames.filter(
    (scope) => other.includes(scope) && includesScope(one, scope) && !includesScope(exact, scope),
  )
  const additional = rest.filter((scope) => !rest.some((more) => more !== scope && includesScope([more], scope)))
  return scopeNames.filter((scope) => exact.includes(scope) || additional.includes(scope))
}
