import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../../core/dependencies.ts'
import { markup, renderPage, pageHeaders, type Markup } from '../../api-docs/layout.ts'
import { kindDefinitions } from '../../resources/platform/notifications/kinds.ts'
import { readUnsubscribeToken, unsubscribe, type Unsubscription } from './unsubscribe.ts'

const PATH = '/unsubscribe/:token'
type UnsubscribeRequest = FastifyRequest<{ Params: { token: string } }>

/** The path contains a token, so it is never logged. */
const config = { operation: 'notifications.unsubscribe', secretPath: true }

/** GET changes nothing, since mail scanners open links; POST unsubscribes, also from mail clients (RFC 8058). */
export async function registerEmailUnsubscribePage(app: FastifyInstance, services: Dependencies): Promise<void> {
  await app.register(async (scope) => {
    // The body, `List-Unsubscribe=One-Click` in any form encoding or nothing, is ignored.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) => done(null))
    scope.get(PATH, { config }, async (request: UnsubscribeRequest, reply) => {
      const subscription = readUnsubscribeToken(services.keyring, request.params.token)
      return subscription ? send(reply, 'Unsubscribe?', renderConfirmation(subscription)) : sendInvalidLink(reply)
    })
    scope.post(PATH, { config }, async (request: UnsubscribeRequest, reply) => {
      const subscription = readUnsubscribeToken(services.keyring, request.params.token)
      if (!subscription) return sendInvalidLink(reply)
      await unsubscribe(services.database.db, subscription, new Date(services.clock()).toISOString())
      return send(reply, 'You are unsubscribed', renderDone(subscription))
    })
  })
}

const send = (reply: FastifyReply, title: string, body: Markup) =>
  reply.headers(pageHeaders).send(renderPage(title, body))

const sendInvalidLink = (reply: FastifyReply) =>
  send(
    reply.code(404),
    'This link is not valid',
    markup`<p>The link is incomplete or too old. Use the link in a newer email, or sign in and change your
<a href="/docs/preferences#preferences.update">preferences</a>.</p>`,
  )

const renderSummary = ({ kinds }: Unsubscription): Markup =>
  kinds === 'daily'
    ? markup`<p>You will no longer receive the daily email with your notifications.</p>`
    : markup`<p>You will no longer receive emails that say:</p>
<ul>${kinds.map((kind) => markup`<li>${kindDefinitions[kind].description}</li>`)}</ul>`

const renderConfirmation = (subscription: Unsubscription): Markup => markup`${renderSummary(subscription)}
<p class="soft">Your list of notifications and other emails do not change.</p>
<form method="post"><div class="answers"><button class="main">Unsubscribe</button></div></form>`

const renderDone = (subscription: Unsubscription): Markup => markup`${renderSummary(subscription)}
<p class="soft">Your list of notifications does not change. To receive these emails again, sign in and change your
<a href="/docs/preferences#preferences.update">preferences</a>.</p>`
