import { resolve } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { requireBuild } from './build.ts'
import { forgetSessions, signInto } from './people.ts'
import { clearProfile } from './profile.ts'
import { PageWatch } from './watch.ts'

/** A user of the console, with a page in their own browser profile. */
export interface ConsoleVisitor {
  page: Page
  /** Switches this profile's network off and on. */
  offline(offline: boolean): Promise<void>
  tab(): Promise<Page>
  /** Closes the profile with all its tabs, as closing the window does. */
  leave(): Promise<void>
}

export interface VisitOptions {
  at: { url: string }
  as?: string
  to?: string
  look?: BrowserContextOptions
  /** Opens a new browser profile, for tests that change it for good, such as its clock or its scripts. */
  newProfile?: boolean
  /** Allows the service worker. It loads all files into a new profile, which takes as long as most tests. */
  offline?: boolean
}

/**
 * Provides a real browser for the tests of a file, and opens the console in it. Fails a test on every browser
 * complaint: an error, a policy violation, a request to another server.
 */
export function useConsole() {
  requireBuild()
  forgetSessions()
  const watch = new PageWatch()
  const open = new Set<ConsoleVisitor>()
  const shared = new Map<string, ConsoleVisitor>()
  const idle = new IdleVisitors()
  afterEach(async ({ task }) => {
    const failed = task.result?.state === 'fail'
    if (failed) await keepPictures(task.name, open)
    for (const visitor of open) {
      if (!failed && [...shared.values()].includes(visitor)) continue
      if (!failed && (await idle.keep(visitor))) open.delete(visitor)
      else await visitor.leave()
    }
    const complaints = watch.complaints.splice(0)
    expect(complaints, 'the browser complained').toEqual([])
  })

  afterAll(async () => {
    for (const visitor of [...open, ...idle.takeAll()]) await visitor.leave()
  })

  /** Opens a page as a user would in a profile without a history, which may be a cleared one of an earlier test. */
  async function visit(options: VisitOptions): Promise<ConsoleVisitor> {
    const { at, as, to, look, newProfile, offline } = options
    const isReusable = as !== undefined && !look && !offline && !newProfile
    const visitor = (isReusable && idle.take(`${at.url} ${as}`)) || (await openProfile(options))
    if (isReusable) idle.register(visitor, `${at.url} ${as}`)
    open.add(visitor)
    if (to !== undefined) await visitor.page.goto(at.url + to)
    return visitor
  }

  async function openProfile({ at, as, look, offline }: VisitOptions): Promise<ConsoleVisitor> {
    const browser = await useBrowser()
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // Headless browsers need permission to write to the clipboard.
      permissions: ['clipboard-read', 'clipboard-write'],
      serviceWorkers: offline ? 'allow' : 'block',
      ...look,
    })
    context.setDefaultTimeout(30_000)
    await context.addInitScript({ path: resolve('test/web/support/in-page.js') })
    if (as !== undefined) await signInto(context, at.url, as)
    watch.watchContext(context, at.url)
    const visitor: ConsoleVisitor = {
      page: await context.newPage(),
      offline: (offline) => context.setOffline(offline),
      tab: () => context.newPage(),
      async leave() {
        open.delete(visitor)
        for (const [key, one] of shared) if (one === visitor) shared.delete(key)
        await context.close()
      },
    }
    return visitor
  }

  /** Opens a location in a page that the tests of the file share: without a reload, since loading takes longest. */
  async function visitAgain({ at, as, to }: VisitOptions & { as: string; to: string }): Promise<Page> {
    const known = shared.get(as)
    if (!known) {
      const visitor = await visit({ at, as, to })
      shared.set(as, visitor)
      return visitor.page
    }
    const { page } = known
    await page.unrouteAll({ behavior: 'wait' })
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
    return page
  }
  return { visit, visitAgain, watch }
}

/** Cleared visitors of earlier tests by server and user. Loading the console into a new profile takes 1.6 s of CPU time more. */
class IdleVisitors {
  readonly #keys = new Map<ConsoleVisitor, string>()
  readonly #idle: ConsoleVisitor[] = []

  /** Marks a visitor whose profile other tests may reuse. */
  register(visitor: ConsoleVisitor, key: string): void {
    this.#keys.set(visitor, key)
  }

  /** Clears a registered visitor and keeps it; returns false if it cannot be reused. */
  async keep(visitor: ConsoleVisitor): Promise<boolean> {
    const key = this.#keys.get(visitor)
    if (key === undefined || !(await clearProfile(visitor.page, new URL(key.split(' ')[0]!).origin))) return false
    this.#idle.push(visitor)
    return true
  }

  take(key: string): ConsoleVisitor | undefined {
    const at = this.#idle.findIndex((visitor) => this.#keys.get(visitor) === key)
    return at < 0 ? undefined : this.#idle.splice(at, 1)[0]
  }

  takeAll(): ConsoleVisitor[] {
    return this.#idle.splice(0)
  }
}

/** Saves screenshots of the pages of a failed test in .svc/failed. */
async function keepPictures(name: string, visitors: Iterable<ConsoleVisitor>): Promise<void> {
  const pages = [...visitors].flatMap(({ page }) => page.context().pages())
  for (const [at, page] of pages.entries()) {
    const path = resolve('.svc/failed', `${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${at + 1}.png`)
    await page.screenshot({ path }).catch(() => undefined)
  }
}
