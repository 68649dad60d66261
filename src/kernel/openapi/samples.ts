import * as credentials from '../credential-problems.ts'
import * as problem from '../problem.ts'

const all = [
  problem.unauthorized(),
  credentials.tokenInvalid(),
  credentials.tokenExpired(),
  credentials.tokenRevoked(),
  credentials.tokenPolicy(403, 'require_token_expiry', 'The organization allows only tokens that expire.'),
  credentials.tokenPolicy(
    422,
    'max_token_ttl_days',
    'The organization allows tokens to live 90 days at most: this one would have to expire by 2027-02-20T09:00:00.000Z.',
    ['body', 'expires_at'],
  ),
  credentials.insufficientScope('tasks:write'),
  credentials.freshSignInRequired(),
  credentials.testTokenReadOnly(),
  problem.forbidden('You are not a member of this organization.'),
  problem.notFound(),
  problem.invalidParameter('sort_order', 'sort_order does not take "up".', ['asc', 'desc']),
  problem.idempotencyKeyInvalid(),
  problem.idempotencyKeyInFlight(),
  problem.idempotencyKeyReused(),
  problem.preconditionFailed(),
  problem.cursorExpired('The cursor is older than 7 days.'),
  problem.invalid(['query', 'limit'], 'limit is at least 1.', 'greater_than_equal'),
  problem.rateLimited(17),
  problem.tooManyFailures(17),
  problem.tooManyAtOnce(4),
  problem.internalError(),
  problem.unavailable('The database does not answer.'),
]

/** What is really answered, by status and type. */
export const samples: Record<string, Record<string, unknown>> = Object.fromEntries(
  all.map((one) => [
    `${one.status} ${one.type}`,
    one.toBody('/v1/tasks', 'b1946ac9-2492-4d23-9c0a-1f6a0d4a7e51'),
  ]),
)
