import { object, text } from '../../kernel/schema.ts'
import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { unavailable } from '../../kernel/problem.ts'

export const readHealth = operation({
  id: 'health.read',
  method: 'GET',
  path: '/v1/health',
  summary: 'Tell whether the service is ready',
  description:
    'Answers 200 only when the database answers and the server is not about to stop, 503 otherwise.',
  scope: 'none',
  reply: {
    status: 200,
    schema: object({ status: text({ description: 'Always `ok`.' }) }, { title: 'Health' }),
  },
  access: () => undefined,
  async handle({ ctx }) {
    if (ctx.services.leaving) throw unavailable('The server is about to stop.')
    await ctx.services.database.ping().catch(() => {
      throw unavailable('The database does not answer.')
    })
    return answer({ status: 'ok' })
  },
})
