import { normalizeEmail } from '../../../src/core/email-address.ts'
import { createMemoryWindows } from '../../../src/http/limits/memory-windows.ts'
import type { Calls } from '../call.ts'
import type { Fixture } from '../fixtures.ts'

/** Makes the owner of the organization an operator of a server that has read all events. */
async function makeOperator({ app, owner }: Fixture): Promise<void> {
  const { config } = app.services
  const email = normalizeEmail(`${owner.username}@dev.invalid`)!
  config.operators = [...new Set([...(config.operators ?? []), email])]
  await app.sql(
    `UPDATE event_followers f SET lineage = e.lineage, tx = e.tx, ord = e.ord, event_id = e.event_id
     FROM (SELECT * FROM events WHERE lineage > 0 ORDER BY lineage DESC, tx DESC, ord DESC, event_id DESC LIMIT 1) e`,
  )
}

/** Gives the server a transport of nodemailer that accepts everything, and resets the limit of test emails. */
function acceptEmails({ app: { services } }: Fixture): void {
  const server = {
    host: 'mail.invalid',
    port: 587,
    secure: false,
    requireTLS: false,
    ignoreTLS: false,
    jsonTransport: true,
  }
  services.config.mail = { server, from: 'tasks@example.com' }
  services.limits.testEmails = createMemoryWindows()
}

export const calls: Calls = {
  'installation.read': {
    async prepare(fixture) {
      await makeOperator(fixture)
      return {}
    },
  },
  'installation.send_test_email': {
    async prepare(fixture) {
      await makeOperator(fixture)
      acceptEmails(fixture)
      return {}
    },
  },
}
