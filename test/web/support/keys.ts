import type { Page } from 'playwright-core'

/** Presses Tab until a control has the focus, which proves that it is reachable without a mouse. */
export async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
  maxPresses = 40,
): Promise<void> {
  const target = page.getByRole(role, { name }).first()
  await target.waitFor()
  for (let n = 0; n <= maxPresses; n++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab leads to no ${role} that is called ${String(name)}`)
}
