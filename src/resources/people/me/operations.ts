import { sql } from '../../../db/sql.ts'
import type { Caller, TokenGrant, CallerPrincipal } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { findOperator } from '../../../auth/operators.ts'
import { chosenZoneSql, resolveTimeZone } from '../../../auth/time-zone.ts'
import { buildDesignationLabel } from '../designations/queries.ts'
import type * as s from '../../../core/schema.ts'
import { grantSchema, meSchema, type TaskDisplay } from './schema.ts'

interface UserDetails {
  name: string | null
  /** Labels of designations by organization. */
  designations: Map<string | null, string | null>
  time_zone: string
  preferences: ConsolePreferences
}

type ConsolePreferences = NonNullable<s.Static<typeof meSchema>['preferences']>

async function loadUserDetails(ctx: Context): Promise<UserDetails> {
  const rows = await ctx.db.query(sql<{ kind: string; org_id: string | null; text: string | null }>`
    select 'designation' as kind, m.org_id, ${buildDesignationLabel('m')} as text from organization_members m
    where m.user_id = ${ctx.user.user_id} and ${sql.orgIn('m.org_id', ctx.caller.allOrgIds)} and m.deleted_at is null
      and m.designation_id is not null
    union all
    select 'preferences', null, json_build_object('time_zone', ${chosenZoneSql}, 'locale', n.locale, 'theme', n.theme,
      'display', n.display)::text from notification_preferences n where n.user_id = ${ctx.user.user_id}
    union all
    select 'name', null, u.name from users u where u.user_id = ${ctx.user.user_id}`)
  const find = (kind: string) => rows.find((row) => row.kind === kind)?.text ?? null
  const designations = new Map(rows.filter(({ kind }) => kind === 'designation').map((row) => [row.org_id, row.text]))
  const preferences = parsePreferences(find('preferences'))
  return { name: find('name'), designations, time_zone: resolveTimeZone(ctx, preferences.time_zone), preferences }
}

function parsePreferences(text: string | null): ConsolePreferences {
  const none = { time_zone: null, locale: null, theme: null, display: [] }
  const { display, ...others } = JSON.parse(text ?? JSON.stringify(none)) as ConsolePreferences & {
    display: [string, TaskDisplay][]
  }
  return { ...others, display: Object.fromEntries(display) }
}

const presentUser = ({ kind, user_id, username, email, email_verified }: CallerPrincipal, name: string | null) => ({
  type: kind,
  id: user_id,
  username,
  name,
  email,
  email_verified,
})

const presentOrganizations = (caller: Caller, designations: UserDetails['designations']) =>
  caller.allMemberships.map(({ org_id, org_name, role }) => ({
    org_id,
    name: org_name,
    role,
    designation: designations.get(org_id) ?? null,
    second_factor_missing: !caller.memberships.has(org_id),
  }))

const presentGrant = (token: TokenGrant) =>
  pickProperties(grantSchema, { ...token, kind: 'token', token_kind: token.kind })

export const getMeOperation = defineOperation({
  id: 'me.read',
  method: 'GET',
  path: '/v1/me',
  summary: 'Get the authenticated user',
  description:
    'Returns the authenticated user or service account and their organizations. For an access token, ' +
    '`auth` describes what it may do, and only its own organization is listed.',
  scope: 'any',
  reply: { status: 200, schema: meSchema },
  authorize: () => undefined,
  async handle({ ctx }) {
    const { user, caller } = ctx
    const [{ name, designations, time_zone, preferences }, operator] = await Promise.all([
      loadUserDetails(ctx),
      findOperator(ctx),
    ])
    return respond({
      principal: presentUser(user, name),
      organizations: presentOrganizations(caller, designations),
      time_zone,
      ...(caller.token
        ? { auth: presentGrant(caller.token) }
        : { preferences, ...(operator && { is_operator: true }) }),
    })
  },
})
