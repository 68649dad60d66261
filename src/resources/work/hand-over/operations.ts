import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { milestoneUpdatedEvent } from '../../planning/milestones/events.ts'
import { projectMemberAddedEvent, projectOwnerTransferredEvent, taskUpdatedEvent } from '../projects/events.ts'
import { handOverWork } from './commands.ts'
import { workHandedOverEvent } from './events.ts'
import { loadHandOver, requireReceiver } from './policy.ts'
import { handedOverSchema, handOverSchema } from './schema.ts'

export const handOverWorkOperation = defineOperation({
  id: 'organization-members.hand_over',
  method: 'POST',
  path: '/v1/organization-members/{user_id}/{org_id}/hand-over',
  summary: 'Hand over the work of a member',
  description:
    'Hands over to another member, as far as the caller may change them: open tasks assigned to a member, if the other ' +
    'member can read them; projects whose primary owner they are; open milestones that they own, in teams that the other ' +
    'member is in. The member may be deactivated. One request changes at most 500 tasks, 500 milestones and 50 projects: send ' +
    'it again while `has_more` is true. Requires: organization admin, or the member themselves.',
  scope: 'org:write',
  params: { user_id: 'The user ID of the member.' },
  body: handOverSchema,
  reply: { status: 200, schema: handedOverSchema },
  emits: {
    ...workHandedOverEvent,
    ...taskUpdatedEvent,
    ...projectOwnerTransferredEvent,
    ...projectMemberAddedEvent,
    ...milestoneUpdatedEvent,
  },
  example: { body: { to: 'ben' } },
  authorize: loadHandOver,
  handle: async ({ ctx, target }) => respond(await handOverWork(ctx, requireReceiver(target))),
})
