import { expect, test } from 'vitest'
import { accountProblemTexts } from '../../src/auth/accounts/problem-texts.ts'
import { BUSY_MESSAGE } from '../../src/auth/accounts/hash-queue.ts'
import {
  internalError,
  notAMember,
  notFound,
  Problem,
  secondFactorRequired,
  unavailable,
} from '../../src/core/errors.ts'
import { languages, runInLanguage, type Language } from '../../src/core/messages/language.ts'
import { problemTexts } from '../../src/oauth/messages/problems.ts'
import { describePageProblem } from '../../src/oauth/page-problem.ts'
import { setUpAccount, startAccountsApp, storeSecondFactorRequirement } from '../support/accounts.ts'
import { createOrganization } from '../support/factories.ts'
import { openAuthorization, registerApp, startAuthorization, Browser } from '../support/oauth.ts'

const app = await startAccountsApp()

/** Problems that reach pages, as they are thrown while a request runs. */
const problems: Record<string, () => Problem> = {
  'a page that is turned off': notFound,
  'too many requests': () => new Problem(429, 'Too many.', { headers: { 'retry-after': '9' } }),
  'too many sign-ins': () => unavailable(BUSY_MESSAGE),
  'an unavailable database': () => unavailable('The database is unavailable.'),
  'an unavailable identity provider': () => unavailable(problemTexts.providerUnavailable),
  'an account that could not be created': () => unavailable(accountProblemTexts.notCreated),
  'an internal error': internalError,
  'an organization of others': notAMember,
  'an organization that requires a second factor': () => secondFactorRequired('Quay'),
}

test.each(Object.keys(problems))('%s is described in each language', (what) => {
  const describe = (language: Language) => runInLanguage(language, () => describePageProblem(problems[what]!()))
  expect(new Set(languages.map(describe)).size).toBe(languages.length)
})

test('a page that is turned off says so in the language of the browser', async () => {
  const browser = new Browser()
  browser.language = 'de'
  const page = await browser.open(`${app.url}/id/join`, [app.url])
  expect([page.status, page.text]).toEqual([404, expect.stringContaining('Diese Seite gibt es nicht')])
})

test('an app that cannot be connected without a second factor says so in the language of the browser', async () => {
  const ada = await setUpAccount(app)
  const { org_id } = await createOrganization(ada, { name: 'Quay' })
  const client = await registerApp(ada, org_id)
  await storeSecondFactorRequirement(app, org_id)
  ada.browser.language = 'fr'
  const page = await openAuthorization(app, ada.browser, (await startAuthorization(client)).url, 'ada')
  expect(page.text).toContain('Quay exige un second facteur.')
})
