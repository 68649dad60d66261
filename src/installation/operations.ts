import { defineOperation } from '../http/operation.ts'
import { respond } from '../http/result.ts'
import { MAX_TEST_EMAILS_PER_MINUTE, sendTestEmail } from './commands.ts'
import { requireOperator } from './policy.ts'
import { respondWithInstallation } from './presenter.ts'
import { loadInstallation } from './queries.ts'
import { installationSchema, testEmailSchema } from './schema.ts'

const NO_OPERATOR = 'The caller is not an operator of the server.'

export const getInstallationOperation = defineOperation({
  id: 'installation.read',
  method: 'GET',
  path: '/v1/installation',
  summary: 'Get the state of the installation',
  description:
    'Returns the version, database, files, numbers of users, email, queues and backups of the server, without secrets. ' +
    'Requires: operator of the server (`OPERATORS`); returns 404 for all other users. Not available to access tokens.',
  scope: 'session',
  reply: { status: 200, schema: installationSchema },
  problems: { 404: NO_OPERATOR },
  authorize: requireOperator,
  handle: async ({ ctx }) => respondWithInstallation(ctx, await loadInstallation(ctx.db, ctx.now)),
})

export const sendTestEmailOperation = defineOperation({
  id: 'installation.send_test_email',
  method: 'POST',
  path: '/v1/installation/test-email',
  summary: 'Send a test email',
  description:
    'Sends an email to the verified address of the caller immediately, and returns once the mail server has accepted ' +
    `it, within 20 seconds. At most ${MAX_TEST_EMAILS_PER_MINUTE} per minute. Requires: operator of the server ` +
    '(`OPERATORS`); returns 404 for all other users. Not available to access tokens.',
  scope: 'session',
  reply: { status: 200, schema: testEmailSchema },
  problems: {
    404: NO_OPERATOR,
    409: 'The server sends no email (`SMTP_URL`), or the caller has no verified address.',
    422: 'The mail server did not accept the email; the detail contains its response.',
    429: `More than ${MAX_TEST_EMAILS_PER_MINUTE} test emails within a minute.`,
  },
  authorize: requireOperator,
  sideEffect: ({ ctx, target }) => sendTestEmail(ctx, target),
  handle: ({ sideEffectResult }) => Promise.resolve(respond(sideEffectResult)),
})
