import { resolve } from 'node:path'
import type { Page } from 'playwright-core'

/** What would end the trial: the session, the page, or only the patience of whoever waits. */
const skipped = 'sign out|end session|end all|csv|keyboard|theme|undo|redo|download'

interface Step {
  pressed?: string
  /** Whether something lies over the screen. */
  layer: boolean
}

/**
 * Presses everything that a screen offers, and everything that is offered by what opens then: buttons, entries of menus and
 * one choice of each picker; fields are filled; with `frame` what lies around the screen as well. Gives what was pressed, and of that what the server refused.
 */
export async function pressAll(
  page: Page,
  url: string,
  frame: boolean,
): Promise<{ pressed: string[]; refused: string[] }> {
  const pressed: string[] = []
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() !== 403) return
    const { pathname } = new URL(response.url())
    refused.push(`${response.request().method()} ${pathname} after ${pressed.at(-1) ?? 'it was opened'}`)
  })
  await page.addInitScript({ path: resolve('test/web/support/offered.js') })
  await page.goto(url)
  await page.getByRole('main').waitFor()
  do await settled(page, 500)
  while ((await page.locator('.skeleton').count()) > 0)
  for (let steps = 0; steps < 300; steps++) {
    const step: Step = await page.evaluate(`offered.press(${JSON.stringify(skipped)}, ${frame})`)
    if (step.pressed) pressed.push(step.pressed)
    else if (step.layer) await page.keyboard.press('Escape')
    else break
    await settled(page)
    if (page.url() !== url)
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(url)}), dispatchEvent(new PopStateEvent('popstate'))`,
      )
  }
  await settled(page, 500)
  return { pressed, refused }
}

/** Waits until what was pressed has been drawn and, mostly, answered: no event tells that nothing more follows. */
const settled = (page: Page, millis = 50) =>
  page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done, ${millis})))`)
