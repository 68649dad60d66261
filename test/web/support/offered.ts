import { resolve } from 'node:path'
import type { Page } from 'playwright-core'

/** Names of controls that would end the test: sign-out, navigation away, or long operations. */
const SKIPPED_NAMES = 'sign out|end session|end all|csv|keyboard|theme|undo|redo|download'

interface Step {
  pressed?: string
  /** Reports if a layer is open over the screen. */
  layer: boolean
}

/**
 * Presses every control of a screen and of what it opens: buttons, menu entries and one option of each picker; fills
 * fields; with `frame`, also presses the navigation. Returns the pressed controls, and those that the server rejected.
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
  do await waitUntilSettled(page, 500)
  while ((await page.locator('.skeleton').count()) > 0)
  for (let steps = 0; steps < 300; steps++) {
    const step: Step = await page.evaluate(`offered.press(${JSON.stringify(SKIPPED_NAMES)}, ${frame})`)
    if (step.pressed) pressed.push(step.pressed)
    else if (step.layer) await page.keyboard.press('Escape')
    else break
    await waitUntilSettled(page)
    if (page.url() !== url)
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(url)}), dispatchEvent(new PopStateEvent('popstate'))`,
      )
  }
  await waitUntilSettled(page, 500)
  return { pressed, refused }
}

/** Waits until the effect is rendered and, usually, responses are in: no event marks the end. */
const waitUntilSettled = (page: Page, millis = 50) =>
  page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done, ${millis})))`)
