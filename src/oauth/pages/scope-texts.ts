import type { OrgRole } from '../../core/caller.ts'
import { includesScope, type Scope } from '../../core/scopes.ts'
import { areaTexts, effectTexts, scopeTexts } from '../messages/scopes.ts'

/** Lists what an app may do, one sentence per scope. Omits scopes that another one includes. */
export const describeScopes = (scopes: readonly Scope[]): string[] =>
  scopes
    .filter((scope) => !scopes.some((other) => other !== scope && includesScope([other], scope)))
    .map((scope) => scopeTexts[scope])

const scopesWithEffects = ['webhooks:write', 'org:write', 'admin'] as const satisfies Scope[]

/** Lists effects that remain after an app is disconnected. Only owners and admins can cause them. */
export const listRemainingEffects = (scopes: readonly Scope[], role: OrgRole): string[] =>
  role === 'owner' || role === 'admin'
    ? scopesWithEffects.filter((scope) => includesScope(scopes, scope)).map((scope) => effectTexts[scope])
    : []

const areas = ['tasks:read', 'projects:read', 'teams:read', 'org:read', 'webhooks:read'] as const satisfies Scope[]

export const listHiddenAreas = (scopes: readonly Scope[]): string[] =>
  areas.filter((scope) => !includesScope(scopes, scope)).map((scope) => areaTexts[scope])
