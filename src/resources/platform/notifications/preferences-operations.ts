import type { Static } from 'typebox'
import { sql, buildUpsertedAt } from '../../../db/sql.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { invalid } from '../../../core/errors.ts'
import { isTimeZone } from '../../../core/time-zones.ts'
import {
  defaultPreferences,
  notificationKinds,
  applyChannelOverrides,
  type ChannelOverrides,
  type KindChannels,
} from './kinds.ts'
import { mergeDisplays } from './display-rules.ts'
import { preferencesSchema, preferencesUpdateSchema, type ChannelsUpdate } from './preferences-schema.ts'
import {
  buildDefaultPreferencesRow,
  findPreferencesRows,
  toConsolePreferences,
  toPreferences,
  type PreferencesRow,
} from './rows.ts'

const path = '/v1/me/preferences'

function respondWithPreferences({ services }: Context, row: PreferencesRow) {
  const { zone_chosen, time_zone, version } = row
  const time_zone_chosen = zone_chosen || time_zone !== 'UTC'
  const sends_mail = services.mail !== undefined
  const chosen = { ...toPreferences(row), ...toConsolePreferences(row) }
  return respond({ ...chosen, time_zone_chosen, sends_mail, version }, version)
}

/** Returns the preferences of the caller. Writes lock the user, since there may be no row yet. */
async function loadPreferences({ ctx }: { ctx: Context }): Promise<PreferencesRow> {
  const { user_id } = ctx.user
  if (ctx.inTransaction) await ctx.db.query(sql`select from users where user_id = ${user_id} for no key update`)
  const [overrides] = await findPreferencesRows(ctx.db, [user_id])
  return overrides ?? buildDefaultPreferencesRow(user_id)
}

/** Merges a change into the overrides. Drops values that equal the current ones; `null` removes an override. */
function mergeKinds(overrides: ChannelOverrides, change: ChannelsUpdate): ChannelOverrides {
  const current = applyChannelOverrides(overrides)
  const merged: ChannelOverrides = {}
  for (const kind of notificationKinds) {
    const next = change[kind]
    const { page, mail } = next ?? {}
    const way: Partial<KindChannels> = next === null ? {} : { ...overrides[kind] }
    if (page === null) delete way.page
    else if (page !== undefined && page !== current[kind].page) way.page = page
    if (mail === null) delete way.mail
    else if (mail !== undefined && mail !== current[kind].mail) way.mail = mail
    if (Object.keys(way).length > 0) merged[kind] = way
  }
  return merged
}

/**
 * Returns whether a body chooses a time zone, which is stored even if it is the default: until then clients use their
 * own. Sending back all preferences unchanged chooses none.
 */
const choosesZone = ({ time_zone }: PreferencesRow, body: Static<typeof preferencesUpdateSchema>): boolean =>
  body.time_zone !== undefined &&
  (body.time_zone !== time_zone || [body.digest_hour, body.quiet_hours, body.notifications].includes(undefined))

function applyUpdate(row: PreferencesRow, body: Static<typeof preferencesUpdateSchema>): PreferencesRow {
  const time_zone = body.time_zone ?? row.time_zone
  if (!isTimeZone(time_zone))
    throw invalid(['body', 'time_zone'], 'must be an IANA time zone name, such as Europe/Berlin')
  const { quiet_hours } = body
  if (quiet_hours && quiet_hours.from === quiet_hours.to)
    throw invalid(['body', 'quiet_hours', 'to'], 'must differ from `from`')
  return {
    ...row,
    time_zone,
    zone_chosen: row.zone_chosen || choosesZone(row, body),
    digest_hour: body.digest_hour ?? row.digest_hour,
    quiet_from: quiet_hours === undefined ? row.quiet_from : (quiet_hours?.from ?? null),
    quiet_to: quiet_hours === undefined ? row.quiet_to : (quiet_hours?.to ?? null),
    kinds: mergeKinds(row.kinds, body.notifications ?? {}),
    locale: body.locale === undefined ? row.locale : body.locale,
    theme: body.theme === undefined ? row.theme : body.theme,
    display: mergeDisplays(row.display, body.display ?? {}),
  }
}

/** Raises `updated_at`, after which the daily email is scheduled again, only if the time of emails may change. */
const storePreferences = (ctx: Context, row: PreferencesRow): Promise<unknown[]> =>
  ctx.db.query(sql`
    insert into notification_preferences as p (user_id, time_zone, zone_chosen, digest_hour, quiet_from, quiet_to, kinds,
      locale, theme, display, created_at, updated_at)
    values (${row.user_id}, ${row.time_zone}, ${row.zone_chosen}, ${row.digest_hour}, ${row.quiet_from}, ${row.quiet_to},
      ${JSON.stringify(row.kinds)}::jsonb, ${row.locale}, ${row.theme}, ${JSON.stringify(row.display)}::jsonb, ${ctx.now}, ${ctx.now})
    on conflict (user_id) do update set time_zone = excluded.time_zone, zone_chosen = excluded.zone_chosen, digest_hour = excluded.digest_hour,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, kinds = excluded.kinds,
      locale = excluded.locale, theme = excluded.theme, display = excluded.display,
      updated_at = case when (p.time_zone, p.digest_hour, p.quiet_from, p.quiet_to, p.kinds) is distinct from
          (excluded.time_zone, excluded.digest_hour, excluded.quiet_from, excluded.quiet_to, excluded.kinds)
        then ${buildUpsertedAt('p')} else p.updated_at end, version = p.version + 1`)

export const readPreferencesOperation = defineOperation({
  id: 'preferences.read',
  method: 'GET',
  path,
  summary: 'Get preferences',
  description:
    'Returns your preferences of notifications and of the console, which apply to all organizations. Unset preferences ' +
    'have default values.',
  scope: 'session',
  reply: { status: 200, schema: preferencesSchema },
  example: {
    reply: {
      ...defaultPreferences,
      time_zone_chosen: false,
      locale: null,
      theme: null,
      display: { 'tasks:O1': { layout: 'board', group_by: 'assignee' } },
      sends_mail: true,
      version: 0,
    },
  },
  authorize: loadPreferences,
  handle: async ({ ctx, target }) => respondWithPreferences(ctx, target),
})

export const updatePreferencesOperation = defineOperation({
  id: 'preferences.update',
  method: 'PATCH',
  path,
  summary: 'Update preferences',
  description:
    'Updates the given preferences; omitted fields and kinds keep their value. `null` removes `quiet_hours`; for a kind, ' +
    'one channel of it, or `locale` and `theme`, it restores the default.',
  scope: 'session',
  body: preferencesUpdateSchema,
  reply: { status: 200, schema: preferencesSchema },
  example: {
    body: {
      time_zone: 'Europe/Berlin',
      quiet_hours: { from: '22:00', to: '07:00' },
      notifications: { commented: { mail: 'daily' } },
    },
  },
  authorize: loadPreferences,
  async handle({ ctx, target, body }) {
    const next = applyUpdate(target, body)
    if (JSON.stringify(next) === JSON.stringify(target)) return respondWithPreferences(ctx, target)
    await storePreferences(ctx, next)
    return respondWithPreferences(ctx, { ...next, version: target.version + 1 })
  },
})
