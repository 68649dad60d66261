import type { Dependencies } from '../../../kernel/services/services.ts'
import { isOrgAdminRole } from '../../events/access.ts'
import { removeEventChange } from '../../events/present.ts'
import { listSigningSecrets } from '../secrets.ts'
import type { OutgoingDelivery } from './attempt.ts'
import { canReadDelivery } from './knowledge.ts'
import type { ClaimedDelivery } from './queue.ts'

/** Builds the request: the stored body, or the body without the change if the owner can no longer read it. */
export function buildOutgoingDelivery(
  { keyring }: Pick<Dependencies, 'keyring'>,
  delivery: ClaimedDelivery,
  millis: number,
): OutgoingDelivery {
  const { message_id, event_type, url, body, owner_user_id, owner_role, project_ids } = delivery
  const owner = { user_id: owner_user_id, admin: isOrgAdminRole(owner_role), projects: project_ids }
  return {
    id: message_id,
    type: event_type,
    body: canReadDelivery(delivery, owner) ? body : removeEventChange(body),
    secrets: listSigningSecrets(keyring, delivery, delivery, millis),
    at: millis,
    url,
  }
}
