import { sql } from '../../../db/sql.ts'
import { defineCommand, CommandError } from '../../../core/command.ts'
import { commitSystemEvents } from '../../../events/log.ts'
import { sanitizeName } from '../../../core/text.ts'
import type { OAuthClientRow } from './queries.ts'

const usage = 'Usage: svc-server oauth review CLIENT_ID listed|private'
const reviewStates = ['listed', 'private']

interface Review {
  client_id: string
  review_state: string
}

export const reviewOAuthClientCommand = defineCommand<Review>({
  name: 'oauth review',
  args: 'CLIENT_ID listed|private',
  summary: 'mark an app as reviewed (listed), which removes the warning on the consent page, or undo that (private)',

  read([client_id, review_state, ...more]) {
    if (!client_id || !review_state || !reviewStates.includes(review_state) || more.length > 0)
      throw new CommandError(usage)
    return { client_id, review_state }
  },

  async run(services, { client_id, review_state }) {
    return services.database.transaction(async (trx) => {
      const now = new Date(services.clock()).toISOString()
      type Known = Pick<OAuthClientRow, 'org_id' | 'name' | 'registration' | 'review_state' | 'revoked_at'>
      const [app] = await trx.query(sql<Known>`
        select org_id, name, registration, review_state, revoked_at from oauth_clients
        where client_id = ${client_id} for no key update`)
      if (!app) throw new CommandError(`there is no app ${client_id}`)
      const name = sanitizeName(app.name)
      if (app.registration === 'built_in') throw new CommandError(`${name} is a part of svc itself`)
      if (app.revoked_at !== null) throw new CommandError(`${name} (${client_id}) is revoked`)
      if (app.review_state === review_state) return `${name} is already ${review_state}`
      await trx.query(sql`
        update oauth_clients set review_state = ${review_state}, updated_at = ${now}, version = version + 1
        where org_id = ${app.org_id} and client_id = ${client_id}`)
      const subject = { org_id: app.org_id, resource_type: 'oauth_client', resource_id: client_id }
      const [before, after] = [{ review_state: app.review_state }, { review_state }]
      await commitSystemEvents(services, trx, [{ ...subject, type: 'oauth_client.updated', before, after }])
      return `${name} is ${review_state} now`
    })
  },
})
