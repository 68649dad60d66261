import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages, runInLanguage } from '../../src/core/messages/language.ts'
import type { Scope } from '../../src/core/scopes.ts'
import * as acceptPages from '../../src/oauth/accounts/accept-page.ts'
import * as linkPages from '../../src/oauth/accounts/link-pages.ts'
import * as accountPages from '../../src/oauth/accounts/pages.ts'
import { problemTexts } from '../../src/oauth/messages/problems.ts'
import * as consentPages from '../../src/oauth/pages/consent-page.ts'
import * as devicePages from '../../src/oauth/pages/device-page.ts'
import * as errorPages from '../../src/oauth/pages/error-pages.ts'
import { chromiumPath } from '../support/chromium.ts'
import { useChromium } from '../support/pages.ts'

const modules = { ...acceptPages, ...linkPages, ...accountPages, ...consentPages, ...devicePages, ...errorPages }
const email = 'ada@example.com'
const flow = '1.'.padEnd(300, 'x')
const markup = (html: string) => ({ html })
const scopes: Scope[] = ['tasks:write', 'projects:read', 'webhooks:write', 'org:write', 'admin']

const invite = { org_name: 'Quay', email, role: 'member', invited_by: 'ben' } as acceptPages.AcceptPage['invite']
const user = { username: 'ada', email, path: '/', csrfToken: 'x' }
const device = { code: 'BCDF-GHJK', ip: '203.0.113.7', isSameIp: true, userAgent: 'curl/8.5', ageMinutes: 3 }
const host = { host: 'board.example', local: false }
const client: consentPages.ConsentPageApp = {
  name: 'Board',
  homepage_url: 'https://board.example',
  privacy_url: 'https://board.example/privacy',
  target: host,
  registrar: 'Quay',
  documentHost: null,
  unreviewed: 'whole',
  isBuiltIn: false,
}
const organization = { org_id: 'x', org_name: 'Quay', role: 'owner' as const }
const question = {
  organization,
  otherOrganizations: 2,
  scopes,
  missing: scopes,
  projects: [{ project_id: 'x', name: 'Quay' }],
  hasMoreProjects: true,
  signInAgain: true,
  problem: 'x',
}
const links = { canReset: true, canJoin: true, provider: true, passkey: markup('') }
const signIn = { flow, ...links, connects: false, isFirstStart: true }

/** Every page by the function that renders it, with as much as it can show. */
const renderers: Record<string, (() => string)[]> = {
  renderAcceptPage: [
    () => modules.renderAcceptPage({ invite, flow, username: undefined, problem: problemTexts.hasAccount }),
    () => modules.renderAcceptPage({ invite, flow, username: 'ada', problem: problemTexts.busy }),
  ],
  renderAddPage: [() => modules.renderAddPage(email, 'ada', problemTexts.email)],
  renderAddressOfUserPage: [() => modules.renderAddressOfUserPage(email, flow)],
  renderAddressOfFormerUserPage: [modules.renderAddressOfFormerUserPage],
  renderHasAccountPage: [() => modules.renderHasAccountPage(email)],
  renderBusyPage: [() => modules.renderBusyPage(problemTexts.tooManyRequests(50))],
  renderCodePage: [() => modules.renderCodePage(user, '', problemTexts.wrongCode)],
  renderConfirmSignInPage: [() => modules.renderConfirmSignInPage(email)],
  renderConsentPage: [
    () => modules.renderConsentPage(client, user, question),
    () => modules.renderConsentPage({ ...client, target: device }, user, { ...question, signInAgain: false }),
    () => modules.renderConsentPage({ ...client, isBuiltIn: true }, user, { ...question, organization: null }),
  ],
  renderDeviceDecidedPage: [() => modules.renderDeviceDecidedPage(true), () => modules.renderDeviceDecidedPage(false)],
  renderErrorPage: [() => modules.renderErrorPage('x', 'x', 'x')],
  renderExpiredDevicePage: [() => modules.renderExpiredDevicePage('x')],
  renderExpiredFlowPage: [modules.renderExpiredFlowPage],
  renderExpiredRequestPage: [() => modules.renderExpiredRequestPage('x')],
  renderForwardingPage: [() => modules.renderForwardingPage('x', '#', 'x')],
  renderInvalidFormPage: [
    () => modules.renderInvalidFormPage('app', 'x'),
    () => modules.renderInvalidFormPage('device', 'x'),
  ],
  renderInvalidLinkPage: [modules.renderInvalidLinkPage],
  renderJoinPage: [() => modules.renderJoinPage(email, {}, problemTexts.name(120))],
  renderLinkSentPage: [() => modules.renderLinkSentPage(email)],
  renderNewSecondFactorPage: [
    () => modules.renderNewSecondFactorPage({ flow, secret: 'A'.repeat(32), uri: '#', problem: problemTexts.usedCode }),
  ],
  renderNoAccessPage: [() => modules.renderNoAccessPage({ ...client, target: device }, user, 'x')],
  renderOrganizationPage: [() => modules.renderOrganizationPage(client, user, [organization])],
  renderPasswordPage: [() => modules.renderPasswordPage(email, problemTexts.busy)],
  renderRecoveryCodesPage: [() => modules.renderRecoveryCodesPage(Array(10).fill('ABCD-EFGH-JKLM-NPQR'), '/')],
  renderRejectedFormPage: [modules.renderRejectedFormPage],
  renderRejectedRequestPage: ['invalid_client', 'invalid_redirect_uri', 'invalid_request'].map(
    (error) => () => modules.renderRejectedRequestPage({ error, error_description: 'x' }, 'x'),
  ),
  renderRequestLinkPage: [
    () => modules.renderRequestLinkPage('reset', email, problemTexts.email),
    () => modules.renderRequestLinkPage('join'),
  ],
  renderSecondFactorPage: [true, false].map(
    (has_totp) => () =>
      modules.renderSecondFactorPage({ flow, problem: problemTexts.passkey, has_totp, passkey: undefined }),
  ),
  renderSetupPage: [() => modules.renderSetupPage({}, problemTexts.email)],
  renderSignInPage: [
    () => modules.renderSignInPage({ ...signIn, entered: { email }, problem: problemTexts.openTooLong }),
    () =>
      modules.renderSignInPage({ ...signIn, canReset: false, connects: true, problem: problemTexts.waitMinutes(2) }),
  ],
}

/** Returns elements that are too narrow for their words, or outside of the window. */
const findTooNarrow = `(() => {
  const words = document.createElement('style')
  words.textContent = '* { overflow-wrap: normal !important; hyphens: manual !important } code { word-break: break-all }'
  document.head.append(words)
  return [document.documentElement, ...document.querySelectorAll('body *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && !one.matches('input'))
    .map((one) => one.localName + ': ' + one.textContent.slice(0, 60))
})()`

test('every function that renders a page is among those whose width is checked', () => {
  const names = Object.keys(modules).filter((name) => /^render\w+Page$/.test(name))
  expect(Object.keys(renderers).toSorted()).toEqual(names.toSorted())
})

describe.skipIf(!chromiumPath)('on a narrow phone', () => {
  const newPage = useChromium()

  test.each(languages)(
    'no word of the pages for signing in and connecting is cut or broken, in %s',
    async (language) => {
      const { page } = await newPage({ javaScriptEnabled: true, viewport: { width: 320, height: 640 } })
      const folder = process.env.SCREENSHOTS
      const faults: string[] = []
      for (const [name, pages] of Object.entries(renderers))
        for (const [i, render] of pages.entries()) {
          await page.setContent(runInLanguage(language, render))
          if (folder) {
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme })
              await page.screenshot({
                path: join(folder, `${name}-${i}-${language}-${colorScheme}.png`),
                fullPage: true,
              })
            }
          }
          const found = await page.evaluate<string[]>(findTooNarrow)
          faults.push(...found.map((fault) => `${name} ${i}: ${fault}`))
        }
      expect(faults).toEqual([])
    },
  )
})
