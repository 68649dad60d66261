import { resolve } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { requireBuild } from './build.ts'
import { signInto } from './people.ts'
import { Watch } from './watch.ts'

/** A person in front of the console: a page of a browser profile that is theirs alone. */
export interface Visitor {
  page: Page
  /** Takes this profile's network away, and gives it back. */
  offline(offline: boolean): Promise<void>
  /** Another tab of the same profile. */
  tab(): Promise<Page>
  /** Closes the profile with all of its tabs, as a person closes the window. */
  leave(): Promise<void>
}

export interface Visiting {
  /** Where the console is served. */
  at: { url: string }
  /** Who is signed in; nobody when unset. */
  as?: string
  /** Where to begin; nowhere yet when unset. */
  to?: string
  look?: BrowserContextOptions
}

/**
 * A real browser for the tests of a file, and what opens the console in it. Each test fails on whatever the browser
 * complained of during it: an error, a violation of the policy, a request to another server.
 */
export function useConsole() {
  requireBuild()
  const watch = new Watch()
  const open = new Set<Visitor>()
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPictures(task.name, open)
    for (const visitor of open) await visitor.leave()
    const complaints = watch.complaints.splice(0)
    expect(complaints, 'the browser complained').toEqual([])
  })

  async function visit({ at, as, to, look }: Visiting): Promise<Visitor> {
    const browser = await useBrowser()
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // A browser with a window lets a page write to it after a click; one without has to be told to.
      permissions: ['clipboard-read', 'clipboard-write'],
      ...look,
    })
    context.setDefaultTimeout(15_000)
    await context.addInitScript({ path: resolve('test/web/support/in-page.js') })
    if (as !== undefined) await signInto(context, at.url, as)
    watch.follow(context, at.url)
    const visitor: Visitor = {
      page: await context.newPage(),
      offline: (offline) => context.setOffline(offline),
      tab: () => context.newPage(),
      async leave() {
        open.delete(visitor)
        await context.close()
      },
    }
    open.add(visitor)
    if (to !== undefined) await visitor.page.goto(at.url + to)
    return visitor
  }
  return { visit, watch }
}

/** What the pages of a test that failed showed last: in .svc/failed. */
async function keepPictures(name: string, visitors: Iterable<Visitor>): Promise<void> {
  const pages = [...visitors].flatMap(({ page }) => page.context().pages())
  for (const [at, page] of pages.entries()) {
    const path = resolve('.svc/failed', `${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${at + 1}.png`)
    await page.screenshot({ path }).catch(() => undefined)
  }
}
