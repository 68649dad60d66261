import * as credentials from '../credential-errors.ts'
import * as problem from '../../core/errors.ts'

const problems = [
  problem.unauthorized(),
  credentials.tokenInvalid(),
  credentials.tokenExpired(),
  credentials.tokenRevoked(),
  credentials.tokenPolicyViolated(403, 'require_token_expiry', 'The organization allows only tokens that expire.'),
  credentials.tokenPolicyViolated(
    422,
    'max_token_ttl_days',
    'The organization limits tokens to 90 days: this one must expire by 2027-02-20T09:00:00.000Z.',
    ['body', 'expires_at'],
  ),
  credentials.insufficientScope('tasks:write'),
  credentials.recentLoginRequired(),
  credentials.testTokenReadOnly(),
  problem.forbidden('You are not a member of this organization.'),
  problem.notFound(),
  problem.invalidParameter('sort_order', 'sort_order must be asc or desc.', ['asc', 'desc']),
  problem.idempotencyKeyInvalid(),
  problem.idempotencyKeyInFlight(),
  problem.idempotencyKeyReused(),
  problem.preconditionFailed(),
  problem.cursorExpired('The cursor is older than 7 days.'),
  problem.invalid(['query', 'limit'], 'limit must be at least 1.', 'greater_than_equal'),
  problem.rateLimited(17),
  problem.tooManyFailedLogins(17),
  problem.tooManyConcurrentRequests(4),
  problem.internalError(),
  problem.unavailable('The database is unavailable. Nothing was written. Retry later.'),
]

export const problemExamples: Record<string, Record<string, unknown>> = Object.fromEntries(
  problems.map((one) => [`${one.status} ${one.type}`, one.toBody('/v1/tasks', 'b1946ac9-2492-4d23-9c0a-1f6a0d4a7e51')]),
)
