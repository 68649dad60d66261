import { timeAfter } from '../../kernel/sql.ts'
import type { Static } from 'typebox'
import { sql } from '../../db/sql.ts'
import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { invalid } from '../../kernel/problem.ts'
import { isTimeZone } from '../../kernel/values/zones.ts'
import { defaultPreferences, kinds, waysWith, type SaidOfKinds, type Way } from './kinds.ts'
import { preferences, preferencesUpdate, type WaysUpdate } from './preferences-schemas.ts'
import { defaultSaid, findSaid, preferencesOf, type PreferencesRow } from './rows.ts'

const path = '/v1/me/preferences'

function present({ services }: Context, row: PreferencesRow) {
  const { version } = row
  return answer({ ...preferencesOf(row), sends_mail: services.mail !== undefined, version }, version)
}

/** What the caller said so far. On writes the person's own row is locked, since at first there is none of this. */
async function ownPreferences({ ctx }: { ctx: Context }): Promise<PreferencesRow> {
  const { user_id } = ctx.user
  if (ctx.locking) await ctx.db.query(sql`select from users where user_id = ${user_id} for no key update`)
  const [said] = await findSaid(ctx.db, [user_id])
  return said ?? defaultSaid(user_id)
}

/**
 * What is said of kinds with a change merged into it. What is shown already need not be said; a null takes back what was
 * said of a kind, or of one way of being told of it.
 */
function mergedKinds(said: SaidOfKinds, change: WaysUpdate): SaidOfKinds {
  const shown = waysWith(said)
  const merged: SaidOfKinds = {}
  for (const kind of kinds) {
    const wanted = change[kind]
    const { page, mail } = wanted ?? {}
    const way: Partial<Way> = wanted === null ? {} : { ...said[kind] }
    if (page === null) delete way.page
    else if (page !== undefined && page !== shown[kind].page) way.page = page
    if (mail === null) delete way.mail
    else if (mail !== undefined && mail !== shown[kind].mail) way.mail = mail
    if (Object.keys(way).length > 0) merged[kind] = way
  }
  return merged
}

/**
 * Returns whether a body chooses a time zone, which is stored even if it is the default: until then clients use their own.
 * Sending back all preferences unchanged chooses none.
 */
const choosesZone = ({ time_zone }: PreferencesRow, body: Static<typeof preferencesUpdate>): boolean =>
  body.time_zone !== undefined &&
  (body.time_zone !== time_zone ||
    [body.digest_hour, body.quiet_hours, body.notifications].includes(undefined))

/** The row that the body wants; what is absent stays. 422 for a time zone that nobody knows. */
function wantedRow(row: PreferencesRow, body: Static<typeof preferencesUpdate>): PreferencesRow {
  const time_zone = body.time_zone ?? row.time_zone
  if (!isTimeZone(time_zone))
    throw invalid(['body', 'time_zone'], 'is no name of the time zone database, such as Europe/Berlin')
  const { quiet_hours } = body
  if (quiet_hours && quiet_hours.from === quiet_hours.to)
    throw invalid(['body', 'quiet_hours', 'to'], 'is the same as from')
  return {
    ...row,
    time_zone,
    zone_chosen: row.zone_chosen || choosesZone(row, body),
    digest_hour: body.digest_hour ?? row.digest_hour,
    quiet_from: quiet_hours === undefined ? row.quiet_from : (quiet_hours?.from ?? null),
    quiet_to: quiet_hours === undefined ? row.quiet_to : (quiet_hours?.to ?? null),
    kinds: mergedKinds(row.kinds, body.notifications ?? {}),
  }
}

const storePreferences = (ctx: Context, row: PreferencesRow): Promise<unknown[]> =>
  ctx.db.query(sql`
    insert into notification_preferences as p (user_id, time_zone, zone_chosen, digest_hour, quiet_from, quiet_to, kinds,
      created_at, updated_at)
    values (${row.user_id}, ${row.time_zone}, ${row.zone_chosen}, ${row.digest_hour}, ${row.quiet_from}, ${row.quiet_to},
      ${JSON.stringify(row.kinds)}::jsonb, ${ctx.now}, ${ctx.now})
    on conflict (user_id) do update set time_zone = excluded.time_zone, zone_chosen = excluded.zone_chosen, digest_hour = excluded.digest_hour,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, kinds = excluded.kinds,
      updated_at = ${timeAfter(ctx.now, 'p.updated_at')}, version = p.version + 1`)

export const readPreferences = operation({
  id: 'preferences.read',
  method: 'GET',
  path,
  summary: 'Read how you want to be told of things',
  description: 'In every organization. Where you said nothing, the defaults are shown.',
  scope: 'session',
  reply: { status: 200, schema: preferences },
  example: { reply: { ...defaultPreferences, sends_mail: true, version: 0 } },
  access: ownPreferences,
  handle: async ({ ctx, target }) => present(ctx, target),
})

export const updatePreferences = operation({
  id: 'preferences.update',
  method: 'PATCH',
  path,
  summary: 'Say how you want to be told of things',
  description:
    'Absent fields stay as they are, and so do kinds that are not named. `null` for `quiet_hours` ends them; for a kind, or ' +
    'for one way of being told of it, it brings the default back.',
  scope: 'session',
  body: preferencesUpdate,
  reply: { status: 200, schema: preferences },
  example: {
    body: {
      time_zone: 'Europe/Berlin',
      quiet_hours: { from: '22:00', to: '07:00' },
      notifications: { commented: { mail: 'daily' } },
    },
  },
  access: ownPreferences,
  async handle({ ctx, target, body }) {
    const wanted = wantedRow(target, body)
    if (JSON.stringify(wanted) === JSON.stringify(target)) return present(ctx, target)
    await storePreferences(ctx, wanted)
    return present(ctx, { ...wanted, version: target.version + 1 })
  },
})
