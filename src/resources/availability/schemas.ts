import {
  acknowledgement,
  date,
  dateTime,
  list,
  nullable,
  nullables,
  object,
  oneOf,
  partial,
  text,
  uuid,
  version,
} from '../../kernel/schema.ts'
import { teamRoles } from '../teams/access.ts'

const startDate = date({ description: 'The first day away.' })
const endDate = date({ description: 'The last day away.' })
const note = text({ max: 200 })

export const availabilityCreate = object(
  {
    user_id: uuid({ description: 'Who is away: an active member of the team.' }),
    start_date: startDate,
    end_date: endDate,
    ...nullables({ note }),
  },
  { title: 'AvailabilityCreate' },
)

export const availabilityUpdate = partial(
  {
    user_id: uuid({ description: "The entry's own person: an entry does not change hands." }),
    start_date: startDate,
    end_date: endDate,
    note,
  },
  { title: 'AvailabilityUpdate', clears: ['note'] },
)

export const availabilityEntry = object(
  {
    entry_id: text(),
    org_id: text(),
    user_id: uuid(),
    start_date: startDate,
    end_date: endDate,
    note: nullable(text()),
    created_by: nullable(text()),
    updated_by: nullable(text()),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    version,
  },
  { title: 'AvailabilityEntry' },
)

const availabilityMember = object(
  { user_id: uuid(), team_role: oneOf(teamRoles), username: nullable(text()) },
  { title: 'AvailabilityMember' },
)

export const availabilityRange = object(
  {
    team_id: text(),
    from: date(),
    to: date(),
    members: list(availabilityMember),
    entries: list(availabilityEntry, { description: 'What reaches into these days, by first day.' }),
  },
  { title: 'AvailabilityRange' },
)

export const availabilityDeleted = object(
  { ...acknowledgement.properties, entry_id: text() },
  { title: 'AvailabilityDeleted' },
)
