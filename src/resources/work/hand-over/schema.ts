import * as s from '../../../core/schema.ts'

export const handOverSchema = s.namedObject('WorkHandOver', {
  to: s.text({
    max: 64,
    description: 'Username of the active member who receives the work. Case-insensitive.',
  }),
})
export type WorkHandOver = s.Static<typeof handOverSchema>

export const handedOverSchema = s.namedObject('WorkHandedOver', {
  tasks: s.int('Number of open tasks that were assigned to the other member.'),
  projects: s.int('Number of projects whose primary owner is now the other member.'),
  milestones: s.int('Number of open milestones that the other member owns now.'),
  tasks_left: s.int(
    'Number of open tasks that are still assigned to the member, among those that the caller can read: because of the ' +
      'limit, or because the other member could not read them.',
  ),
  has_more: s.bool('True if a limit was reached: send the request again.'),
})
