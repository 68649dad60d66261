import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { usePageLanguage } from '../../../http/page-language.ts'
import { invitationTexts as texts } from './messages.ts'
import { sql } from '../../../db/sql.ts'
import type { Keyring } from '../../../core/crypto/keyring.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { markup, renderPage, pageHeaders, type Markup } from '../../../api-docs/layout.ts'

const purpose = 'invitation-stop'
const url = '/no-invitations/:token'
type StopRequest = FastifyRequest<{ Params: { token: string } }>

/** Path that contains the address, and is therefore not logged. */
const config = { operation: 'organization-invites.stop', secretPath: true }

export const buildUnsubscribeLink = (
  { config: { baseUrl }, keyring }: Pick<Dependencies, 'config' | 'keyring'>,
  emailKey: string,
): string => `${baseUrl}/no-invitations/${keyring.encrypt(purpose, '', emailKey)}`

/** Reads the address from an unsubscribe link; null if this server did not create it. */
function parseToken(keyring: Keyring, token: string): string | null {
  try {
    return keyring.decrypt(purpose, '', token)
  } catch {
    return null
  }
}

/** Opening the page changes nothing, since mail scanners open links; POST does, also as one-click (RFC 8058). */
export async function registerUnsubscribePage(app: FastifyInstance, services: Dependencies): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', usePageLanguage)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) => done(null))
    scope.get(url, { config }, async (request: StopRequest, reply) =>
      parseToken(services.keyring, request.params.token) === null
        ? refuse(reply)
        : send(reply, texts.stopTitle, renderQuestion()),
    )
    scope.post(url, { config }, async (request: StopRequest, reply) => {
      const emailKey = parseToken(services.keyring, request.params.token)
      if (emailKey === null) return refuse(reply)
      await services.database.db.query(sql`
        insert into invitation_stops (email_key, created_at)
        values (${emailKey}, ${new Date(services.clock()).toISOString()}) on conflict (email_key) do nothing`)
      return send(reply, texts.stoppedTitle, renderDone())
    })
  })
}

const send = (reply: FastifyReply, title: string, body: Markup) =>
  reply.headers(pageHeaders).send(renderPage(title, body))

const refuse = (reply: FastifyReply) => send(reply.code(404), texts.invalidTitle, markup`<p>${texts.invalid}</p>`)

const renderQuestion = () => markup`<p>${texts.stop}</p>
<p class="soft">${texts.stillThere}</p>
<form method="post"><div class="answers"><button class="main">${texts.stopButton}</button></div></form>`

const renderDone = () => markup`<p>${texts.stopped}</p>
<p class="soft">${texts.stillThere}</p>`
