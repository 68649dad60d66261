import { createSubject } from '../../../core/change-event.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { respond, respondWithSecret, type OperationResult } from '../../../http/result.ts'
import type { OAuthClientRow } from './queries.ts'
import { oauthClientSchema } from './schema.ts'

export const presentOAuthClient = (row: OAuthClientRow) =>
  pickProperties(oauthClientSchema, { ...row, status: row.revoked_at === null ? 'active' : 'revoked' })

export const respondWithOAuthClient = (row: OAuthClientRow): OperationResult =>
  respond(presentOAuthClient(row), row.version)

export const respondWithClientSecret = (row: OAuthClientRow, client_secret: string | null): OperationResult =>
  respondWithSecret({ ...presentOAuthClient(row), client_secret }, row.version)

export const buildOAuthClientSubject = createSubject('oauth_client', 'client_id')
