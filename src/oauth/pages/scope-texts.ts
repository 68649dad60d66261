import type { OrgRole } from '../../core/caller.ts'
import { includesScope, type Scope } from '../../core/scopes.ts'

const scopeDescriptions: Record<Scope, string> = {
  'tasks:read': 'See tasks, with their comments, attachments, history, sections and saved views',
  'tasks:write': 'See, create, change and delete tasks, comments, attachments, sections and saved views',
  'projects:read': 'See projects, with their members, resources, goals, roadmaps and statistics',
  'projects:write': 'See, create, change and delete projects, their members, resources and goals',
  'teams:read': 'See teams, with their members, sprints, milestones and availability',
  'teams:write': 'See, create, change and delete teams, sprints, milestones and availability',
  'org:read':
    'See the organization, with its settings, members, invitations, designations and the list of access tokens',
  'org:write':
    'See and change the settings, members, invitations, designations and service accounts of the organization, and revoke access tokens',
  'webhooks:read': 'See webhooks and their deliveries',
  'webhooks:write': 'See, create, change and delete webhooks, which send events to other servers',
  admin: 'Do everything that you can do as an owner or admin: change or delete anything, and read the audit log',
}

/** Lists what an app may do, one sentence per scope. Omits scopes that another one includes. */
export const describeScopes = (scopes: readonly Scope[]): string[] =>
  scopes
    .filter((scope) => !scopes.some((other) => other !== scope && includesScope([other], scope)))
    .map((scope) => scopeDescriptions[scope])

const remainingEffects: [Scope, string][] = [
  ['webhooks:write', 'Webhooks it creates keep sending events to other servers until they are deleted'],
  ['org:write', 'Invitations it sends can be accepted until they are canceled or expire'],
  ['admin', 'Other apps it registers can be connected until they are revoked'],
]

/** Lists effects that remain after an app is disconnected. Only owners and admins can cause them. */
export const listRemainingEffects = (scopes: readonly Scope[], role: OrgRole): string[] =>
  role === 'owner' || role === 'admin'
    ? remainingEffects.filter(([scope]) => includesScope(scopes, scope)).map(([, sentence]) => sentence)
    : []

const areas: [Scope, string][] = [
  ['tasks:read', 'tasks'],
  ['projects:read', 'projects'],
  ['teams:read', 'teams'],
  ['org:read', 'the members and settings of the organization'],
  ['webhooks:read', 'webhooks'],
]

export const listHiddenAreas = (scopes: readonly Scope[]): string[] =>
  areas.filter(([scope]) => !includesScope(scopes, scope)).map(([, area]) => area)
