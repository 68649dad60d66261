import { expect } from 'vitest'
import { createSetupLink } from '../../src/oauth/accounts/setup.ts'
import { startApp, type AppOptions, type TestApp } from './app.ts'
import { Browser, type LoadedPage } from './oauth.ts'
import { ConsoleClient } from './sign-in.ts'

export const PASSWORD = 'three boats sail'

/** Starts a server whose users sign in with built-in accounts. */
export const startAccountsApp = (options: AppOptions = {}): Promise<TestApp> =>
  startApp({ ...options, env: { OIDC_ISSUER: '', OIDC_AUDIENCE: '', ACCOUNTS: 'on', ...options.env } })

export const submitForm = (
  app: TestApp,
  browser: Browser,
  url: string | URL,
  values: Record<string, string>,
): Promise<LoadedPage> => browser.open(url, [app.url], values)

/** Returns the encrypted sign-in of a page. */
export function readFlow({ text }: Pick<LoadedPage, 'text'>): string {
  const flow = /(?:name="flow" value="|\?flow=)([^"]+)"/.exec(text)?.[1]
  expect(flow).toBeDefined()
  return flow!
}

/** Returns the problem that a page shows. */
export const readProblem = ({ text }: Pick<LoadedPage, 'text'>): string | undefined =>
  /role="alert"[^>]*>([^<]+)</.exec(text)?.[1]

/** Creates the first account by the setup link. */
export async function setUpAccount(app: TestApp, email = 'ada@example.com', name = 'Ada'): Promise<ConsoleClient> {
  const browser = new Browser()
  const link = await createSetupLink(app.services)
  expect(link).toBeDefined()
  await submitForm(app, browser, link!, { email, name, password: PASSWORD })
  return new ConsoleClient(app, browser)
}

/** Opens the sign-in page; returns the page with its encrypted sign-in. */
export async function openSignIn(app: TestApp, browser: Browser, query = ''): Promise<string> {
  return readFlow(await browser.open(`${app.url}/auth/sign-in${query}`, [app.url]))
}

export async function submitPassword(
  app: TestApp,
  browser: Browser,
  email: string,
  password = PASSWORD,
  query = '',
): Promise<LoadedPage> {
  const flow = await openSignIn(app, browser, query)
  return submitForm(app, browser, `${app.url}/id/sign-in`, { flow, email, password })
}

/** Accepts an invitation with a new account. */
export async function acceptWithNewAccount(app: TestApp, acceptUrl: string, name: string): Promise<ConsoleClient> {
  const browser = new Browser()
  await submitForm(app, browser, acceptUrl, { name, password: PASSWORD })
  return new ConsoleClient(app, browser)
}

/** Requires a second factor in an organization, whose admins here have none and could not set that themselves. */
export const storeSecondFactorRequirement = (app: TestApp, orgId: string) =>
  app.sql(
    `INSERT INTO organization_settings (org_id, require_second_factor, created_at, updated_at)
     VALUES ($1, true, now(), now()) ON CONFLICT (org_id) DO UPDATE SET require_second_factor = true`,
    [orgId],
  )
