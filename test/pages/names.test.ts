import { describe, expect, test } from 'vitest'
import { reviewOAuthClientCommand } from '../../src/resources/platform/oauth-clients/review-command.ts'
import { startApp } from '../support/app.ts'
import { createOrganization } from '../support/factories.ts'
import { openAuthorization, startAuthorization, Browser, registerApp } from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
const client = await registerApp(ada, org_id)

/** Returns the consent page for a user outside the app's organization. */
await createOrganization(await app.signIn('otto'), { name: 'Elsewhere' })
const readConsentText = async (testClient = client) =>
  (await openAuthorization(app, new Browser(), (await startAuthorization(testClient)).url, 'otto')).text

describe('a self-chosen app name', () => {
  const showConsent = async (name: string) => {
    const named = await registerApp(ada, org_id)
    // Older versions accepted names without visible characters.
    await app.sql('UPDATE oauth_clients SET name = $1 WHERE client_id = $2', [name, named.client_id])
    const text = await readConsentText(named)
    return /<h1>([^<]*)<\/h1>/.exec(text)![1]
  }

  test.each([
    ['turns what follows', 'Quay \u202egnihton\u2066 board', 'Quay gnihton board'],
    ['holds lines and commands of a terminal', 'Quay\n\u001b[2J\u2028board', 'Quay [2J board'],
    ['covers the lines around it', `Quay${'\u0335'.repeat(30)}`, `Quay${'\u0335'.repeat(3)}`],
    ['cannot be seen', '\u200b\u2060\u3164\u2800', 'Unnamed app'],
    ['is of another script', 'لوحة الميناء 👩‍👧 می‌خواهم', 'لوحة الميناء 👩‍👧 می‌خواهم'],
  ])('and %s, is shown without deception', async (_, name, displayed) => {
    expect(await showConsent(name)).toBe(`Connect ${displayed}?`)
  })

  test('sends no control sequence to the terminal of a reviewer', async () => {
    const { client_id } = await registerApp(ada, org_id, { name: 'Quay\u001b]0;ada\u0007\u202eboard' })
    const input = await reviewOAuthClientCommand.read([client_id, 'listed'])
    expect(await reviewOAuthClientCommand.run(app.services, input)).toBe('Quay ]0;ada board is listed now')
  })

  test('is stored as it will be shown when the app registers itself', async () => {
    const register = async (client_name: string) => {
      const body = JSON.stringify({ client_name, redirect_uris: ['http://127.0.0.1/cb'] })
      const headers = { 'content-type': 'application/json' }
      const created = await fetch(`${app.url}/oauth/register`, { method: 'POST', body, headers })
      return ((await created.json()) as { client_name: string }).client_name
    }
    expect(await register('  Quay \u202eboard ')).toBe('Quay board')
    expect(await register('\u200b')).toBe('Unnamed app')
  })
})

test('an app on the user’s own device is labelled so, since its URL proves nothing', async () => {
  const device = await registerApp(ada, org_id, {
    client_type: 'public',
    redirect_uris: ['http://127.0.0.1:8765/callback'],
  })
  const text = await readConsentText(device)
  expect(text).toContain('you have just started Harbour board yourself, on this device.')
  expect(text).toContain('You return to a program on this device (<strong>127.0.0.1:8765</strong>)')
  const remote = await readConsentText()
  expect(remote).toContain('that <strong>board.example.com</strong> belongs to them.')
  expect(remote).not.toContain('on this device')
})
