import { memberScopes } from '../kernel/scopes.ts'
import type { Registration } from '../resources/oauth-clients/queries.ts'

/** What decides which scopes an app may ask for. */
export interface Askable {
  allowed_scopes: string[]
  registration: Registration
}

/**
 * The scopes that an app may ask for. An app that registered or describes itself may ask for whatever a member has: the
 * scopes that it named bind nobody, since it could come under a new name, and agents name those of the first refusal and
 * come back for more. They are what it gets when it asks for nothing in particular. The person is always shown.
 */
export const askableScopes = ({ allowed_scopes, registration }: Askable): readonly string[] =>
  registration === 'dynamic' ? memberScopes : allowed_scopes
