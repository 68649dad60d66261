import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../../kernel/services/services.ts'
import { markup, page, pageHeaders, type Markup } from '../../../pages/layout.ts'
import { kindsSaid } from '../kinds.ts'
import { readToken, unsubscribe, type Unsubscription } from './unsubscribing.ts'

const url = '/unsubscribe/:token'
type Asked = FastifyRequest<{ Params: { token: string } }>

/** The path says who it is about, so no log shows it. */
const config = { operation: 'notifications.unsubscribe', secretPath: true }

/**
 * Serves the page to which the links in mails lead, without a sign-in: the token says who wants no more of what. To open it
 * changes nothing, since mail scanners open links; the button does, and so does a mail program by itself (RFC 8058).
 */
export async function registerUnsubscribing(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    // The body says nothing that the path does not: `List-Unsubscribe=One-Click`, as a form of either kind, or nothing.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null),
    )
    scope.get(url, { config }, async (request: Asked, reply) => {
      const what = readToken(services.keyring, request.params.token)
      return what ? send(reply, 'No more of this mail?', question(what)) : refuse(reply)
    })
    scope.post(url, { config }, async (request: Asked, reply) => {
      const what = readToken(services.keyring, request.params.token)
      if (!what) return refuse(reply)
      await unsubscribe(services.database.db, what, new Date(services.clock()).toISOString())
      return send(reply, 'You get no more of this mail', done(what))
    })
  })
}

const send = (reply: FastifyReply, title: string, body: Markup) =>
  reply.headers(pageHeaders).send(page(title, body))

const refuse = (reply: FastifyReply) =>
  send(
    reply.code(404),
    'This link is over',
    markup`<p>It is not one of ours, or so old that it can't be read any more. Take the link of a newer mail, or sign in and
change your <a href="/docs/preferences#preferences.update">preferences</a>.</p>`,
  )

const ended = ({ kinds }: Unsubscription): Markup =>
  kinds === 'daily'
    ? markup`<p>You will get no more daily mail of what happens in your organizations.</p>`
    : markup`<p>You will get no more mail that says:</p>
<ul>${kinds.map((kind) => markup`<li>${kindsSaid[kind].says}</li>`)}</ul>`

const question = (what: Unsubscription): Markup => markup`${ended(what)}
<p class="soft">Your list of notifications stays as it is, and so does other mail.</p>
<form method="post"><div class="answers"><button class="main">No more of this mail</button></div></form>`

const done = (what: Unsubscription): Markup => markup`${ended(what)}
<p class="soft">Your list of notifications stays as it was. To get such mail again, change your
<a href="/docs/preferences#preferences.update">preferences</a>, signed in.</p>`
