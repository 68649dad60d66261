import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(resolve('node_modules/axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  help: string
  nodes: { html: string; failureSummary?: string }[]
}

const run = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`

/** Looks of a screen: either theme, on a desk and on a phone. */
const looks = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 360, height: 740 },
  { colorScheme: 'light', width: 360, height: 740 },
] as const

/** Holds a page to axe's rules, all of them, in every look; and that nothing reaches beyond a narrow window. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const found: string[] = []
  for (const { colorScheme, width, height } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A navigation within the page keeps what was loaded.
    if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
    const look = `${name}, ${colorScheme}, ${width}`
    for (const { id, help, nodes } of (await page.evaluate(run)) as Finding[])
      found.push(`${look}: ${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join('\n')}`)
    const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number
    if (wide > width) found.push(`${look}: ${wide} px wide`)
  }
  expect(found.join('\n')).toBe('')
}
