import type { Dependencies } from '../core/dependencies.ts'
import { isOrgAdminRole } from '../resources/platform/events/policy.ts'
import { removeEventChange } from '../resources/platform/events/presenter.ts'
import { listSigningSecrets } from '../resources/platform/webhooks/secrets.ts'
import type { AttemptResult, OutgoingDelivery } from '../resources/platform/webhooks/sender/attempt.ts'
import { getWebhookSender } from '../resources/platform/webhooks/sender/sender.ts'
import { canReadBody } from '../resources/platform/webhooks/permissions.ts'
import type { ClaimedDelivery } from './queue.ts'

/** Builds, signs and attempts a delivery. Throws for errors of this server only. */
export const sendDelivery = async (
  services: Dependencies,
  delivery: ClaimedDelivery,
  millis: number,
): Promise<AttemptResult> => await getWebhookSender(services).attempt(buildOutgoingDelivery(services, delivery, millis))

function buildOutgoingDelivery(
  { keyring }: Pick<Dependencies, 'keyring'>,
  delivery: ClaimedDelivery,
  millis: number,
): OutgoingDelivery {
  const { message_id, event_type, url, body, owner_user_id, owner_role, project_ids } = delivery
  const owner = { user_id: owner_user_id, admin: isOrgAdminRole(owner_role), projects: project_ids }
  return {
    id: message_id,
    type: event_type,
    body: canReadBody(delivery, owner) ? body : removeEventChange(body),
    secrets: listSigningSecrets(keyring, delivery, delivery, millis),
    at: millis,
    url,
  }
}
