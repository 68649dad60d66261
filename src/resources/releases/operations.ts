import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { int, object, oneOf, optional, text } from '../../kernel/schema.ts'
import { findReleases } from './queries.ts'
import { totalsOf } from './rules.ts'
import { environments, whatsNew } from './schemas.ts'

const dayMillis = 24 * 60 * 60 * 1000
const most = 1000

export const readWhatsNew = operation({
  id: 'releases.whats_new',
  method: 'GET',
  path: '/v1/releases/whats-new',
  summary: 'Read what is new in the service',
  description:
    'The releases of the last days, the newest first, with their notes. Drafts are left out. Whoever runs the service ' +
    'stores them with `svc-server releases import FILE`.',
  scope: 'any',
  query: object({
    environment: optional(oneOf(environments, { default: 'production' })),
    since_days: optional(
      int({ minimum: 1, maximum: 365, default: 30, description: 'Whole days back, and today so far.' }),
    ),
    repository: optional(text({ description: 'The releases of one repository, by its exact name.' })),
  }),
  reply: { status: 200, schema: whatsNew },
  access: () => undefined,
  async handle({ ctx, query }) {
    const { environment = 'production', since_days = 30, repository } = query
    // From the beginning of a day on, so that the answer and its ETag stay the same all day.
    const since = new Date(Date.parse(ctx.now.slice(0, 10)) - since_days * dayMillis).toISOString()
    const latest_releases = await findReleases(ctx, { environment, since, repository }, most)
    return answer({ latest_releases, summary: totalsOf(latest_releases), since_date: since })
  },
})
