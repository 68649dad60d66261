import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../../core/dependencies.ts'
import { markup, renderPage, pageHeaders, type Markup } from '../../api-docs/layout.ts'
import { usePageLanguage } from '../../http/page-language.ts'
import { emailKindTexts } from './kind-messages.ts'
import { unsubscribeTexts as texts } from './unsubscribe-messages.ts'
import { readUnsubscribeToken, unsubscribe, type Unsubscription } from './unsubscribe.ts'

const PATH = '/unsubscribe/:token'
type UnsubscribeRequest = FastifyRequest<{ Params: { token: string } }>

/** The path contains a token, so it is never logged. */
const config = { operation: 'notifications.unsubscribe', secretPath: true }

/** GET changes nothing, since mail scanners open links; POST unsubscribes, also from mail clients (RFC 8058). */
export async function registerEmailUnsubscribePage(app: FastifyInstance, services: Dependencies): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', usePageLanguage)
    // The body, `List-Unsubscribe=One-Click` in any form encoding or nothing, is ignored.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) => done(null))
    scope.get(PATH, { config }, async (request: UnsubscribeRequest, reply) => {
      const subscription = readUnsubscribeToken(services.keyring, request.params.token)
      return subscription ? send(reply, texts.title, renderConfirmation(subscription)) : sendInvalidLink(reply)
    })
    scope.post(PATH, { config }, async (request: UnsubscribeRequest, reply) => {
      const subscription = readUnsubscribeToken(services.keyring, request.params.token)
      if (!subscription) return sendInvalidLink(reply)
      await unsubscribe(services.database.db, subscription, new Date(services.clock()).toISOString())
      return send(reply, texts.doneTitle, renderDone(subscription))
    })
  })
}

const send = (reply: FastifyReply, title: string, body: Markup) =>
  reply.headers(pageHeaders).send(renderPage(title, body))

const preferencesLink = () => markup`<a href="/docs/preferences#preferences.update">${texts.preferences}</a>`

const sendInvalidLink = (reply: FastifyReply) =>
  send(reply.code(404), texts.invalidTitle, markup`<p>${texts.invalid} ${preferencesLink()}</p>`)

const renderSummary = ({ kinds }: Unsubscription): Markup =>
  kinds === 'daily'
    ? markup`<p>${texts.daily}</p>`
    : markup`<p>${texts.kinds}</p>
<ul>${kinds.map((kind) => markup`<li>${emailKindTexts[kind]}</li>`)}</ul>`

const renderConfirmation = (subscription: Unsubscription): Markup => markup`${renderSummary(subscription)}
<p class="soft">${texts.unchanged}</p>
<form method="post"><div class="answers"><button class="main">${texts.button}</button></div></form>`

const renderDone = (subscription: Unsubscription): Markup => markup`${renderSummary(subscription)}
<p class="soft">${texts.done} ${preferencesLink()}</p>`
