import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'
import { teamRoles } from '../teams/policy.ts'

const entry_id = s.text({ description: 'ID of the entry.' })
const startDate = s.date({ description: 'First day of the absence.' })
const endDate = s.date({ description: 'Last day of the absence.' })
const note = s.text({ max: 200, description: 'Free text. `null` when there is none.' })

export const availabilityCreate = s.object(
  {
    user_id: s.uuid({ description: 'ID of the user who is away: an active member of the team.' }),
    start_date: startDate,
    end_date: endDate,
    ...s.optionalNullables({ note }),
  },
  { title: 'AvailabilityCreate' },
)

export const availabilityUpdate = s.partialUpdate(
  {
    user_id: s.uuid({ description: 'Accepted only if it equals the user of the entry, which cannot be changed.' }),
    start_date: startDate,
    end_date: endDate,
    note,
  },
  { title: 'AvailabilityUpdate', clears: ['note'] },
)

export const availabilityEntry = s.object(
  {
    entry_id,
    org_id: orgIdProperty,
    user_id: s.uuid({ description: 'ID of the user who is away.' }),
    start_date: startDate,
    end_date: endDate,
    note: s.nullable(s.text({ description: 'Free text. `null` when there is none.' })),
    ...auditFields,
  },
  { title: 'AvailabilityEntry' },
)

const availabilityMember = s.object(
  {
    user_id: s.uuid({ description: 'ID of the user.' }),
    team_role: s.stringEnum(teamRoles, { description: 'Role of the user in the team.' }),
    username: s.nullable(s.text({ description: 'Username of the user.' })),
  },
  { title: 'AvailabilityMember' },
)

export const availabilityRange = s.object(
  {
    team_id: s.text({ description: 'ID of the team.' }),
    from: s.date({ description: 'First day of the range.' }),
    to: s.date({ description: 'Last day of the range.' }),
    members: s.array(availabilityMember, { description: 'Active members of the team, by username.' }),
    entries: s.array(availabilityEntry, {
      description: 'Entries of these members that overlap the range, by start date.',
    }),
  },
  { title: 'AvailabilityRange' },
)

export const availabilityDeleted = s.object({ ...s.okResponse.properties, entry_id }, { title: 'AvailabilityDeleted' })
