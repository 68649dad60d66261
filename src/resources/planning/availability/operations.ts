import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { createSubject, findChangedAttributes } from '../../../core/change-event.ts'
import { methodAlias, defineOperation } from '../../../http/operation.ts'
import { conflict, invalid, unknownReference } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { loadReadableTeam } from '../teams/policy.ts'
import { loadAvailabilityEntryForUpdate, requireAvailabilityEditor } from './policy.ts'
import * as queries from './queries.ts'
import { parseAvailabilityRange, requireDateOrder } from './rules.ts'
import * as schemas from './schema.ts'

const path = '/v1/teams/{team_id}/availability'
const rights =
  'Members of the team may do this for themselves. For other users, requires: owner of the team or organization admin.'

const presentEntry = (row: queries.AvailabilityRow) => pickProperties(schemas.availabilityEntry, row)

const buildEntrySubject = createSubject('availability', 'entry_id')
const toEventFields = ({ user_id, start_date, end_date, note }: queries.AvailabilityRow) => ({
  user_id,
  start_date,
  end_date,
  note,
})

async function rejectOverlap(ctx: Context, entry: Parameters<typeof queries.findOverlappingEntry>[1]): Promise<void> {
  const overlap = await queries.findOverlappingEntry(ctx, entry)
  if (!overlap) return
  const { entry_id, start_date, end_date } = overlap
  throw conflict(`Overlaps with entry ${entry_id} (${start_date} to ${end_date}) of the same user.`)
}

export const listAvailabilityOperation = defineOperation({
  id: 'availability.range',
  method: 'GET',
  path,
  summary: 'List availability entries',
  description:
    'Returns the members of a team and all their entries that overlap the days from `from` to `to`, both included. ' +
    'An entry applies to all teams of its user.',
  scope: 'teams:read',
  query: s.object({
    from: s.optional(s.text({ description: 'First day of the range (YYYY-MM-DD). Required.', onEmpty: 'validated' })),
    to: s.optional(
      s.text({
        description: 'Last day of the range (YYYY-MM-DD), at most 93 days after `from`. Required.',
        onEmpty: 'validated',
      }),
    ),
  }),
  reply: { status: 200, schema: schemas.availabilityRange },
  problems: { 400: '`from` or `to` is missing or invalid, or the range is empty or too long.' },
  example: { query: { from: '2026-12-01', to: '2026-12-31' } },
  authorize: async ({ ctx, params, query }) => ({
    window: parseAvailabilityRange(query),
    team: await loadReadableTeam(ctx, params.team_id),
  }),
  async handle({ ctx, target: { team, window } }) {
    const { from, to } = window
    const rows = await queries.listMemberAvailability(ctx, team, from, to)
    const members = rows.map(({ user_id, team_role, username }) => ({ user_id, team_role, username }))
    const entries = rows.flatMap((member) => member.entries)
    entries.sort((a, b) => (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : 0))
    return respond({ team_id: team.team_id, from, to, members, entries: entries.map(presentEntry) })
  },
})

export const createAvailabilityEntryOperation = defineOperation({
  id: 'availability.create',
  method: 'POST',
  path,
  summary: 'Create an availability entry',
  description: `Records the days on which a user is away, in all teams of the user. ${rights}`,
  scope: 'teams:write',
  body: schemas.availabilityCreate,
  reply: { status: 201, schema: schemas.availabilityEntry, created: '/v1/teams/{team_id}/availability/{entry_id}' },
  problems: {
    409: 'The entry overlaps another entry of the user, which `detail` names.',
    422: 'The user is not an active member of the team, or `end_date` is before `start_date`.',
  },
  emits: { 'availability.created': 'An availability entry was created.' },
  example: {
    body: { user_id: '01890a5d-ac96-774b-bcce-b302099a8057', start_date: '2026-12-21', end_date: '2027-01-03' },
  },
  async authorize({ ctx, params, body }) {
    const team = await loadReadableTeam(ctx, params.team_id, 'share')
    requireAvailabilityEditor(ctx, team, body.user_id)
    return { team, version: team.version }
  },
  async handle({ ctx, target: { team }, body }) {
    requireDateOrder(body)
    if (!(await queries.lockActiveTeamMember(ctx, team, body.user_id)))
      throw unknownReference(['body', 'user_id'], 'active member of the team')
    const entry = { ...body, org_id: team.org_id, entry_id: ctx.newId('AV'), note: body.note ?? null }
    await rejectOverlap(ctx, entry)
    const row = await queries.insertAvailabilityEntry(ctx, entry)
    ctx.emit({ ...buildEntrySubject(row), type: 'availability.created', before: null, after: toEventFields(row) })
    return respond(presentEntry(row), row.version)
  },
})

const differentUser = () =>
  invalid(['body', 'user_id'], 'differs from the user of the entry, which cannot be changed', 'mismatch')

export const updateAvailabilityEntryOperation = defineOperation({
  id: 'availability.update',
  method: 'PATCH',
  path: `${path}/{entry_id}`,
  summary: 'Update an availability entry',
  description: `Updates the fields in the body; omitted fields keep their value. \`null\` clears \`note\`. ${rights}`,
  scope: 'teams:write',
  body: schemas.availabilityUpdate,
  reply: { status: 200, schema: schemas.availabilityEntry },
  problems: {
    409: 'The entry would overlap another entry of the user, which `detail` names.',
    422: '`user_id` differs from the user of the entry, or `end_date` is before `start_date`.',
  },
  emits: { 'availability.updated': 'An availability entry changed.' },
  example: { body: { end_date: '2027-01-05' } },
  authorize: loadAvailabilityEntryForUpdate,
  async handle({ ctx, target, body }) {
    if (body.user_id != null && body.user_id.toLowerCase() !== target.user_id) throw differentUser()
    const { org_id, entry_id, user_id } = target
    const next = {
      start_date: body.start_date ?? target.start_date,
      end_date: body.end_date ?? target.end_date,
      note: body.note === undefined ? target.note : body.note,
    }
    const change = findChangedAttributes(target, next, ['start_date', 'end_date', 'note'])
    if (!change) return respond(presentEntry(target), target.version)
    requireDateOrder(next)
    await queries.lockActiveTeamMember(ctx, target.team, user_id)
    await rejectOverlap(ctx, { org_id, entry_id, user_id, ...next })
    const row = await queries.saveAvailabilityEntry(ctx, target, next)
    ctx.emit({ ...buildEntrySubject(row), type: 'availability.updated', ...change })
    return respond(presentEntry(row), row.version)
  },
})

export const putAvailabilityEntryOperation = methodAlias(
  'PUT',
  updateAvailabilityEntryOperation,
  'availability.update_put',
)

export const deleteAvailabilityEntryOperation = defineOperation({
  id: 'availability.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: `${path}/{entry_id}`,
  summary: 'Delete an availability entry',
  description: `Deletes an entry from all teams of its user. ${rights}`,
  scope: 'teams:write',
  reply: { status: 200, schema: schemas.availabilityDeleted },
  emits: { 'availability.deleted': 'An availability entry was deleted.' },
  authorize: loadAvailabilityEntryForUpdate,
  async handle({ ctx, target }) {
    await queries.deleteAvailabilityEntry(ctx, target)
    ctx.emit({ ...buildEntrySubject(target), type: 'availability.deleted', before: toEventFields(target), after: null })
    return respond({ ok: true, entry_id: target.entry_id }, target.version + 1)
  },
})
