import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { alsoAs, operation } from '../../kernel/operation.ts'
import { conflict, invalid, unknownReference } from '../../kernel/problem.ts'
import { object, optional, text } from '../../kernel/schema.ts'
import { readableTeam } from '../teams/access.ts'
import { changeableEntry, requireMayEnter } from './access.ts'
import * as queries from './queries.ts'
import { readWindow, requireOrder } from './rules.ts'
import {
  availabilityCreate,
  availabilityDeleted,
  availabilityEntry,
  availabilityRange,
  availabilityUpdate,
} from './schemas.ts'

const teamParams = object({ team_id: text() })
const params = object({ team_id: text(), entry_id: text() })
const path = '/v1/teams/{team_id}/availability'
const rights = 'For oneself as a member of the team; for others owners of the team and org admins.'

const present = (row: queries.EntryRow) => ({
  entry_id: row.entry_id,
  org_id: row.org_id,
  user_id: row.user_id,
  start_date: row.start_date,
  end_date: row.end_date,
  note: row.note,
  created_by: row.created_by,
  updated_by: row.updated_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

const asEntry = ({ org_id, entry_id }: queries.EntryRow) => ({
  org_id,
  resource_type: 'availability',
  resource_id: entry_id,
})
const facts = ({ user_id, start_date, end_date, note }: queries.EntryRow) => ({
  user_id,
  start_date,
  end_date,
  note,
})

/** 409 when the entry has a day in common with another of the same person. */
async function requireFree(ctx: Context, entry: Parameters<typeof queries.findClash>[1]): Promise<void> {
  const clash = await queries.findClash(ctx, entry)
  if (!clash) return
  const { entry_id, start_date, end_date } = clash
  throw conflict(`Overlaps with the entry ${entry_id} (${start_date} to ${end_date}) of the same person.`)
}

export const readRange = operation({
  id: 'availability.range',
  method: 'GET',
  path,
  summary: 'Read who of a team is away when',
  description:
    'The members of the team and every entry of theirs that reaches into the days from `from` to `to`, both included; ' +
    '`to` lies at most 93 days after `from`. A person is away in all of its teams.',
  scope: 'teams:read',
  params: teamParams,
  query: object({
    from: optional(text({ description: 'The first day, YYYY-MM-DD; needed.', onEmpty: 'judged' })),
    to: optional(text({ description: 'The last day; needed.', onEmpty: 'judged' })),
  }),
  reply: { status: 200, schema: availabilityRange },
  problems: { 400: 'the window is missing, no dates, empty, or too long' },
  example: { query: { from: '2026-12-01', to: '2026-12-31' } },
  async access({ ctx, params, query }) {
    return { window: readWindow(query), team: await readableTeam(ctx, params.team_id) }
  },
  async handle({ ctx, target: { team, window } }) {
    const { from, to } = window
    const away = await queries.listAway(ctx, team, from, to)
    const members = away.map(({ user_id, team_role, username }) => ({ user_id, team_role, username }))
    const entries = away.flatMap((person) => person.entries)
    entries.sort((a, b) => (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : 0))
    return answer({ team_id: team.team_id, from, to, members, entries: entries.map(present) })
  },
})

export const createAvailability = operation({
  id: 'availability.create',
  method: 'POST',
  path,
  summary: 'Say when somebody is away',
  description: `${rights} The entry shows in every team the person is in.`,
  scope: 'teams:write',
  params: teamParams,
  body: availabilityCreate,
  reply: { status: 201, schema: availabilityEntry },
  problems: {
    409: 'it overlaps with another entry of the person, which is named',
    422: 'the person is no active member of the team, or the days are in the wrong order',
  },
  emits: { 'availability.created': 'An entry of availability was made.' },
  example: {
    body: {
      user_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      start_date: '2026-12-21',
      end_date: '2027-01-03',
    },
  },
  async access({ ctx, params, body }) {
    const team = await readableTeam(ctx, params.team_id, 'share')
    requireMayEnter(ctx, team, body.user_id)
    return { team, version: team.version }
  },
  async handle({ ctx, target: { team }, body }) {
    requireOrder(body)
    if (!(await queries.lockPerson(ctx, team, body.user_id)))
      throw unknownReference(['body', 'user_id'], 'active member of the team')
    const wanted = { ...body, org_id: team.org_id, entry_id: ctx.newId('AV'), note: body.note ?? null }
    await requireFree(ctx, wanted)
    const row = await queries.insertEntry(ctx, wanted)
    ctx.emit({ ...asEntry(row), type: 'availability.created', before: null, after: facts(row) })
    return answer(present(row), row.version)
  },
})

export const updateAvailability = operation({
  id: 'availability.update',
  method: 'PATCH',
  path: `${path}/{entry_id}`,
  summary: 'Change when somebody is away',
  description: `${rights} Absent fields stay as they are; null clears the note.`,
  scope: 'teams:write',
  params,
  body: availabilityUpdate,
  reply: { status: 200, schema: availabilityEntry },
  problems: {
    409: 'it would overlap with another entry of the person, which is named',
    422: "`user_id` is not the entry's own, or the days are in the wrong order",
  },
  emits: { 'availability.updated': 'An entry of availability changed.' },
  example: { body: { end_date: '2027-01-05' } },
  access: changeableEntry,
  async handle({ ctx, target, body }) {
    if (body.user_id != null && body.user_id.toLowerCase() !== target.user_id)
      throw invalid(['body', 'user_id'], 'differs from the person of the entry', 'mismatch')
    const { org_id, entry_id, user_id } = target
    const wanted = {
      start_date: body.start_date ?? target.start_date,
      end_date: body.end_date ?? target.end_date,
      note: body.note === undefined ? target.note : body.note,
    }
    const change = changedAttributes(target, wanted, ['start_date', 'end_date', 'note'])
    if (!change) return answer(present(target), target.version)
    requireOrder(wanted)
    await queries.lockPerson(ctx, target.team, user_id)
    await requireFree(ctx, { org_id, entry_id, user_id, ...wanted })
    const row = await queries.updateEntry(ctx, target, wanted)
    ctx.emit({ ...asEntry(row), type: 'availability.updated', ...change })
    return answer(present(row), row.version)
  },
})

export const putAvailability = alsoAs('PUT', updateAvailability, 'availability.update_put')

export const deleteAvailability = operation({
  id: 'availability.delete',
  method: 'DELETE',
  goneIs: 404,
  path: `${path}/{entry_id}`,
  summary: 'Take an entry back',
  description: rights,
  scope: 'teams:write',
  params,
  reply: { status: 200, schema: availabilityDeleted },
  emits: { 'availability.deleted': 'An entry of availability was deleted.' },
  access: changeableEntry,
  async handle({ ctx, target }) {
    await queries.deleteEntry(ctx, target)
    ctx.emit({ ...asEntry(target), type: 'availability.deleted', before: facts(target), after: null })
    return answer({ ok: true, entry_id: target.entry_id }, target.version + 1)
  },
})
