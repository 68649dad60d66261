import { words } from './schema.ts'

/** Scopes of access tokens, and what each lets a token do. An operation needs one; `holdsScope` says what holds what. */
export const scopes = {
  'tasks:read': 'Read tasks, comments, attachments, history, sections, saved views',
  'tasks:write':
    'Create, change and delete tasks, comments, attachments, sections, saved views (implies read)',
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

/** The name of a scope. */
export type Scope = keyof typeof scopes
/** The names of all scopes, in the order in which they are shown. */
export const scopeNames = words('Scope', Object.keys(scopes) as Scope[])

/** Every scope but the one that is for owners and admins alone. */
export const memberScopes = scopeNames.filter((scope) => scope !== 'admin')

/** Whether granted scopes hold the needed one: `admin` holds all, `x:write` holds `x:read`. */
export function holdsScope(granted: readonly string[], needed: Scope): boolean {
  if (granted.includes(needed) || granted.includes('admin')) return true
  return needed.endsWith(':read') && granted.includes(needed.replace(/:read$/, ':write'))
}

/** The scopes that a client needs at the MCP server for what its tools usually do; nobody can be asked for fewer later. */
export const toolScopes: readonly Scope[] = ['tasks:write', 'projects:write', 'teams:read', 'org:read']

/** The same scopes in their order, without those that others among them hold. */
export const leastScopes = (among: readonly string[]): Scope[] =>
  scopeNames.filter(
    (scope) =>
      among.includes(scope) &&
      !holdsScope(
        among.filter((other) => other !== scope),
        scope,
      ),
  )

/**
 * What two sets of scopes both hold, in the words of the one where it can be said in these: `admin` and `tasks:write`
 * have the latter in common, `tasks:write` and `tasks:read` the latter, too.
 */
export function commonScopes(one: readonly string[], other: readonly string[]): Scope[] {
  const own = scopeNames.filter((scope) => one.includes(scope) && holdsScope(other, scope))
  const rest = scopeNames.filter(
    (scope) => other.includes(scope) && holdsScope(one, scope) && !holdsScope(own, scope),
  )
  const said = rest.filter((scope) => !rest.some((more) => more !== scope && holdsScope([more], scope)))
  return scopeNames.filter((scope) => own.includes(scope) || said.includes(scope))
}
