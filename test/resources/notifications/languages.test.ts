import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendInvitationEmails } from '../../../src/resources/people/invites/email-job.ts'
import { sendDailyEmails } from '../../../src/notifications/email/daily.ts'
import { sendSingleEmails } from '../../../src/notifications/email/single.ts'
import { createUnsubscribeToken } from '../../../src/notifications/email/unsubscribe.ts'
import { buildUnsubscribeLink } from '../../../src/resources/people/invites/unsubscribe-page.ts'
import type { Dependencies } from '../../../src/core/dependencies.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { Browser } from '../../support/oauth.ts'
import { visitSignIn } from '../../support/sign-in.ts'
import { startMailServer, findHeader, type MailServer } from '../../support/mail-server.ts'
import { buildEmailDependencies, processPendingEvents } from './run-pipeline.ts'

let app: TestApp
let ada: Client
let bob: Client
let server: MailServer
let services: Dependencies
let org_id: string
let project_id: string

beforeAll(async () => {
  server = await startMailServer({})
  app = await startApp()
  ;[ada, bob] = [await app.signIn('ada'), await app.signIn('bob')]
  org_id = (await createOrganization(ada, { name: 'Lighthouse' })).org_id
  await addMember(ada, org_id, bob)
  project_id = (await createProject(ada, org_id, { visibility: 'public' })).project_id
  services = buildEmailDependencies(app, server.url)
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
})

const setPreferences = async (client: Client, body: object) =>
  expectStatus(await client.patch('/v1/me/preferences', { body }), 200)
const setBrowserLanguage = (client: Client, language: string | null) =>
  app.sql('UPDATE users SET language = $2 WHERE user_id = $1', [client.userId, language])

/** Assigns a task to bob and sends its email, without quoted-printable line breaks. */
async function sendAssignment(title = 'Rope') {
  const { task_id } = await createTask(ada, org_id, { project_id, assignee: 'bob', title })
  await processPendingEvents(app, services)
  app.clock.advance(61_000)
  expect(await sendSingleEmails(services)).toBe(1)
  return { task_id, mail: server.received[0]! }
}

/** Columns: language, subject, sentence, place of the task, reason, and link to unsubscribe. */
const assignments = [
  [
    'en',
    'ada assigned it to you',
    'ada assigned “Rope” to you.',
    'Lighthouse, task',
    'a task is assigned to you',
    'Unsubscribe from emails of this kind',
  ],
  [
    'de',
    'ada hat dir die Aufgabe zugewiesen',
    'ada hat dir „Rope“ zugewiesen.',
    'Lighthouse, Aufgabe',
    'dir wird eine Aufgabe zugewiesen',
    'E-Mails dieser Art abbestellen',
  ],
  [
    'es',
    'ada te ha asignado la tarea',
    'ada te ha asignado «Rope».',
    'Lighthouse, tarea',
    'te asignan una tarea',
    'No recibir más correos de este tipo',
  ],
  [
    'fr',
    'ada vous a assigné la tâche',
    'ada vous a assigné «\u00a0Rope\u00a0».',
    'Lighthouse, tâche',
    'une tâche vous est assignée',
    'Ne plus recevoir d’e-mails de ce type',
  ],
] as const

describe('the email of a notification', () => {
  test.each(assignments)('is in the language %s that its user chose', async (locale, brief, ...facts) => {
    await setPreferences(bob, { locale })
    await setBrowserLanguage(bob, 'es')
    const { mail, task_id } = await sendAssignment()
    const colon = locale === 'fr' ? '\u00a0:' : ':'
    expect(findHeader(mail.headers, 'subject')).toBe(`Rope${colon} ${brief}`)
    for (const fact of [...facts, task_id]) {
      expect(mail.text).toContain(fact)
      expect(mail.html).toContain(fact)
    }
    expect(mail.html).toContain(`<html lang="${locale}">`)
    expect(mail.html).not.toMatch(/\p{L} [:;!?]/u)
  })

  test('is in the language of the browser in which its user last signed in', async () => {
    await setPreferences(bob, { locale: null })
    for (const language of ['de-AT', 'fr;q=0.8, ja', 'es-MX']) {
      server.received.length = 0
      const browser = new Browser()
      browser.language = language
      await visitSignIn(app, browser, 'bob')
      expect((await sendAssignment()).mail.html).toContain(`<html lang="${language.slice(0, 2)}">`)
    }
  })

  test('is in English if its user chose no language and never signed in in a browser', async () => {
    await setPreferences(bob, { locale: null })
    await setBrowserLanguage(bob, null)
    expect((await sendAssignment()).mail.html).toContain('<html lang="en">')
  })
})

describe('the daily email', () => {
  test.each([
    ['en', '1 notification, 2 December 2026', 'See all notifications at '],
    ['de', '1 Benachrichtigung, 2. Dezember 2026', 'Alle Benachrichtigungen: '],
    ['es', '1 notificación, 2 de diciembre de 2026', 'Todas las notificaciones: '],
    ['fr', '1 notification, 2 décembre 2026', 'Toutes les notifications\u00a0: '],
  ])('in %s has the user’s local day as %s', async (locale, subject, link) => {
    await app.sql('DELETE FROM notifications')
    await app.sql('DELETE FROM notification_digests')
    const daily = { notifications: { assigned: { mail: 'daily' } } }
    await setPreferences(bob, { locale, time_zone: 'Pacific/Kiritimati', digest_hour: 8, ...daily })
    await createTask(ada, org_id, { project_id, assignee: 'bob' })
    await processPendingEvents(app, { ...services, clock: () => Date.parse('2026-12-01T12:00:00Z') })
    // Eight o’clock on December 2, 14 hours before UTC.
    expect(await sendDailyEmails({ ...services, clock: () => Date.parse('2026-12-01T18:00:01Z') })).toBe(1)
    const [mail] = server.received
    expect(findHeader(mail!.headers, 'subject')).toBe(subject)
    expect(mail!.text).toContain(link)
    expect(mail!.html).toContain(`<html lang="${locale}">`)
    await setPreferences(bob, { notifications: { assigned: null } })
  })
})

describe('the email of an invitation', () => {
  const createInvite = async (email: string) =>
    expectStatus(
      await ada.post('/v1/organization-invites', {
        body: { org_id, email, role: 'admin', expires_at: '2099-11-27T22:28:00Z' },
      }),
      200,
    )

  test.each([
    ['en', 'ada invites you to Lighthouse', 'as an admin', '27 November 2099'],
    ['de', 'ada lädt dich ein: Lighthouse', 'als Admin beizutreten', '27. November 2099'],
    ['es', 'ada te invita a Lighthouse', 'como administrador', '27 de noviembre de 2099'],
    ['fr', 'ada vous invite\u00a0: Lighthouse', 'en tant qu’administrateur', '27 novembre 2099'],
  ])('to an unknown address is in the language %s of the user who invites', async (locale, subject, role, day) => {
    await setPreferences(ada, { locale })
    await createInvite(`zoe-${locale}@example.com`)
    expect(await sendInvitationEmails(services)).toBe(1)
    const [mail] = server.received
    expect(findHeader(mail!.headers, 'subject')).toBe(subject)
    for (const fact of [role, day, '22:28 UTC']) expect(mail!.text).toContain(fact)
    expect(mail!.html).toContain(`<html lang="${locale}">`)
    await setPreferences(ada, { locale: null })
  })

  test('to a user is in that user’s language, with dates in their time zone', async () => {
    const cleo = await app.signIn('cleo')
    await setPreferences(cleo, { locale: 'fr', time_zone: 'Pacific/Kiritimati' })
    await createInvite('CLEO@dev.invalid')
    expect(await sendInvitationEmails(services)).toBe(1)
    for (const fact of ['28 novembre 2099', '12:28']) expect(server.received[0]!.text).toContain(fact)
  })
})

describe('a page that ends emails', () => {
  const buildPaths = () => {
    const { keyring } = app.services
    const daily = createUnsubscribeToken(keyring, { user_id: bob.userId, kinds: 'daily' })
    return [`/unsubscribe/${daily}`, new URL(buildUnsubscribeLink(app.services, 'zoe@example.com')).pathname]
  }

  test.each([
    ['de', ['Abbestellen?', 'Einladungen abbestellen?'], 'Dieser Link ist ungültig'],
    ['es', ['¿Dejar de recibir correos?', '¿No recibir más invitaciones?'], 'Este enlace no es válido'],
    ['fr', ['Se désabonner\u00a0?', 'Ne plus recevoir d’invitations\u00a0?'], 'Ce lien n’est pas valide'],
  ])('is in the language %s of its browser', async (language, titles, invalid) => {
    const headers = { 'accept-language': `${language}-CH, en;q=0.5` }
    for (const [at, path] of buildPaths().entries()) {
      const reply = await app.anonymous.get(path, { headers })
      expect(reply.text).toContain(titles[at])
      expect(reply.text).toContain(`<html lang="${language}">`)
    }
    expect((await app.anonymous.get('/unsubscribe/x', { headers })).text).toContain(invalid)
  })
})
