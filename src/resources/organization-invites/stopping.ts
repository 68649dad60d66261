import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../../db/sql.ts'
import type { Keyring } from '../../kernel/services/keyring.ts'
import type { Services } from '../../kernel/services/services.ts'
import { markup, page, pageHeaders, type Markup } from '../../pages/layout.ts'

const purpose = 'invitation-stop'
const url = '/no-invitations/:token'
type Asked = FastifyRequest<{ Params: { token: string } }>

/** The path holds the address, so no log shows it. */
const config = { operation: 'organization-invites.stop', secretPath: true }

/** Builds the link in a mail by which the owner of its address ends mail of invitations without a sign-in. */
export const buildStopLink = (
  { config: { baseUrl }, keyring }: Pick<Services, 'config' | 'keyring'>,
  emailKey: string,
): string => `${baseUrl}/no-invitations/${keyring.seal(purpose, '', emailKey)}`

/** Reads the address that a link holds; null for a link that this server did not make. */
function parseToken(keyring: Keyring, token: string): string | null {
  try {
    return keyring.open(purpose, '', token)
  } catch {
    return null
  }
}

/**
 * Serves the page to which that link leads. Opening it changes nothing, since mail scanners open links; the button does,
 * and so does a mail program by itself (RFC 8058).
 */
export async function registerStopping(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null),
    )
    scope.get(url, { config }, async (request: Asked, reply) =>
      parseToken(services.keyring, request.params.token) === null
        ? refuse(reply)
        : send(reply, 'No more invitations to this address?', question),
    )
    scope.post(url, { config }, async (request: Asked, reply) => {
      const emailKey = parseToken(services.keyring, request.params.token)
      if (emailKey === null) return refuse(reply)
      await services.database.db.query(sql`
        insert into invitation_stops (email_key, created_at)
        values (${emailKey}, ${new Date(services.clock()).toISOString()}) on conflict (email_key) do nothing`)
      return send(reply, 'You get no more invitations', done)
    })
  })
}

const send = (reply: FastifyReply, title: string, body: Markup) =>
  reply.headers(pageHeaders).send(page(title, body))

const refuse = (reply: FastifyReply) =>
  send(
    reply.code(404),
    'This link does not work',
    markup`<p>It was not made by this server, or is so old that it can't be read any more. Use the link of a newer mail.</p>`,
  )

const question = markup`<p>No organization on this server will be able to have an invitation mailed to your address.</p>
<p class="soft">Invitations still wait for you when you sign in with this address.</p>
<form method="post"><div class="answers"><button class="main">No more invitations</button></div></form>`

const done = markup`<p>No invitation will be mailed to your address any more.</p>
<p class="soft">Invitations still wait for you when you sign in with this address.</p>`
