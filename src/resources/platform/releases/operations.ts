import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { listReleases } from './queries.ts'
import { sumReleaseCounts } from './rules.ts'
import { releaseEnvironments, whatsNewSchema } from './schema.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MAX_RELEASES = 1000

export const listNewReleasesOperation = defineOperation({
  id: 'releases.whats_new',
  method: 'GET',
  path: '/v1/releases/whats-new',
  summary: 'List new releases',
  description:
    'Returns the recent releases with their notes, newest first. Drafts are left out. The ' +
    'operator of the server imports releases with `svc-server releases import FILE`. Any ' +
    'authenticated caller.',
  scope: 'any',
  query: s.object({
    environment: s.optional(
      s.stringEnum(releaseEnvironments, {
        default: 'production',
        description: 'Environment that the releases were deployed to.',
      }),
    ),
    since_days: s.optional(
      s.int({
        minimum: 1,
        maximum: 365,
        default: 30,
        description: 'Number of days, 1 to 365, in addition to today.',
      }),
    ),
    repository: s.optional(s.text('Filters by the exact name of a repository.')),
  }),
  reply: { status: 200, schema: whatsNewSchema },
  authorize: () => undefined,
  async handle({ ctx, query }) {
    const { environment = 'production', since_days = 30, repository } = query
    // Starts at midnight, so that the response and its ETag are the same all day.
    const since = new Date(Date.parse(ctx.now.slice(0, 10)) - since_days * DAY_MS).toISOString()
    const latest_releases = await listReleases(ctx, { environment, since, repository }, MAX_RELEASES)
    return respond({ latest_releases, summary: sumReleaseCounts(latest_releases), since_date: since })
  },
})
