import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { useBrowser } from './browser.ts'

export interface OpenedPage {
  page: Page
  origins: Set<string>
  complaints: string[]
}

/**
 * Starts a real browser for the tests of a file; returns a function that opens a page, without JavaScript by default.
 */
export function useChromium(): (options?: BrowserContextOptions) => Promise<OpenedPage> {
  const open = new Set<BrowserContext>()
  afterAll(async () => {
    for (const context of open) await context.close()
  })

  return async (options = {}) => {
    const browser = await useBrowser()
    const context = await browser.newContext({ javaScriptEnabled: false, ...options })
    open.add(context)
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const opened: OpenedPage = { page, origins: new Set(), complaints: [] }
    page.on('request', (request) => opened.origins.add(new URL(request.url()).origin))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) opened.complaints.push(message.text())
    })
    return opened
  }
}

export async function submitSignIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Or as another user').fill(name)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

interface Violation {
  id: string
  impact: string
  nodes: { html: string }[]
}

/** Returns the axe findings on a page that block a user. */
export const listSeriousViolations = (page: Page): Promise<string[]> =>
  listViolations(page, ({ impact }) => impact === 'serious' || impact === 'critical')

/** Returns all axe findings on a page, or those that a filter selects. */
export async function listViolations(page: Page, filter: (one: Violation) => boolean = () => true): Promise<string[]> {
  await page.evaluate(readFileSync(join('node_modules', 'axe-core', 'axe.min.js'), 'utf8'))
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe.run(),
  )
  return violations.filter(filter).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
