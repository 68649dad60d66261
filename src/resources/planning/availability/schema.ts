import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import {
  okResponse,
  date,
  list,
  nullable,
  optionalNullables,
  object,
  stringEnum,
  partialUpdate,
  text,
  uuid,
} from '../../../core/schema.ts'
import { teamRoles } from '../teams/policy.ts'

const entry_id = text({ description: 'ID of the entry.' })
const startDate = date({ description: 'First day of the absence.' })
const endDate = date({ description: 'Last day of the absence.' })
const note = text({ max: 200, description: 'Free text. `null` when there is none.' })

export const availabilityCreate = object(
  {
    user_id: uuid({ description: 'ID of the user who is away: an active member of the team.' }),
    start_date: startDate,
    end_date: endDate,
    ...optionalNullables({ note }),
  },
  { title: 'AvailabilityCreate' },
)

export const availabilityUpdate = partialUpdate(
  {
    user_id: uuid({
      description: 'Accepted only if it equals the user of the entry, which cannot be changed.',
    }),
    start_date: startDate,
    end_date: endDate,
    note,
  },
  { title: 'AvailabilityUpdate', clears: ['note'] },
)

export const availabilityEntry = object(
  {
    entry_id,
    org_id: orgIdProperty,
    user_id: uuid({ description: 'ID of the user who is away.' }),
    start_date: startDate,
    end_date: endDate,
    note: nullable(text({ description: 'Free text. `null` when there is none.' })),
    ...auditFields,
  },
  { title: 'AvailabilityEntry' },
)

const availabilityMember = object(
  {
    user_id: uuid({ description: 'ID of the user.' }),
    team_role: stringEnum(teamRoles, { description: 'Role of the user in the team.' }),
    username: nullable(text({ description: 'Username of the user.' })),
  },
  { title: 'AvailabilityMember' },
)

export const availabilityRange = object(
  {
    team_id: text({ description: 'ID of the team.' }),
    from: date({ description: 'First day of the range.' }),
    to: date({ description: 'Last day of the range.' }),
    members: list(availabilityMember, { description: 'Active members of the team, by username.' }),
    entries: list(availabilityEntry, {
      description: 'Entries of these members that overlap the range, by start date.',
    }),
  },
  { title: 'AvailabilityRange' },
)

export const availabilityDeleted = object({ ...okResponse.properties, entry_id }, { title: 'AvailabilityDeleted' })
