import type { Services } from '../../../kernel/services/services.ts'
import { isAdmin } from '../../events/access.ts'
import { withoutChange } from '../../events/present.ts'
import { secretsAt } from '../secrets.ts'
import type { Outgoing } from './attempt.ts'
import { mayTell } from './knowledge.ts'
import type { Claimed } from './queue.ts'

/** Builds the request: the stored body, or the body without the change if the owner can no longer read it. */
export function outgoing(
  { keyring }: Pick<Services, 'keyring'>,
  delivery: Claimed,
  millis: number,
): Outgoing {
  const { message_id, event_type, url, body, owner_user_id, owner_role, project_ids } = delivery
  const owner = { user_id: owner_user_id, admin: isAdmin(owner_role), projects: project_ids }
  return {
    id: message_id,
    type: event_type,
    body: mayTell(delivery, owner) ? body : withoutChange(body),
    secrets: secretsAt(keyring, delivery, delivery, millis),
    at: millis,
    url,
  }
}
