import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(resolve('node_modules/axe-core/axe.min.js'), 'utf8')
const fits = readFileSync(resolve('test/web/support/fits.js'), 'utf8')

interface Finding {
  id: string
  help: string
  nodes: { html: string; failureSummary?: string }[]
}

interface Look {
  colorScheme: 'light' | 'dark'
  width: number
  height: number
  rules?: readonly string[]
}

/** Rules that depend on the theme; the rest of the page is the same in either. */
const rules = ['color-contrast', 'link-in-text-block']

/** Themes and widths of a screen. */
const looks: readonly Look[] = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 1280, height: 800, rules },
  { colorScheme: 'dark', width: 360, height: 740 },
  { colorScheme: 'light', width: 360, height: 740, rules },
]

/** Covers each theme and each width once, for layers over a screen that was checked in all four. */
export const opposite: readonly Look[] = [looks[0]!, looks[2]!]

/**
 * Holds a page to axe's rules in every look; and that nothing reaches beyond a window, sets the direction of
 * what stands around it or is run, whatever people called things. `part` is what axe looks at, the page when unset.
 */
export async function expectAccessible(page: Page, name: string, part?: string, seen = looks): Promise<void> {
  const found: string[] = []
  const within = part === undefined ? 'document' : JSON.stringify(part)
  for (const { colorScheme, width, height, rules } of seen) {
    const options = {
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    }
    const run = `axe.run(${within}, ${JSON.stringify(options)}).then(({ violations }) => violations)`
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Navigates within the page, which keeps its loaded data.
    if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
    const look = `${name}, ${colorScheme}, ${width}`
    for (const { id, help, nodes } of (await page.evaluate(run)) as Finding[])
      found.push(`${look}: ${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join('\n')}`)
    for (const stray of (await page.evaluate(fits)) as string[]) found.push(`${look}: ${stray}`)
  }
  expect(found.join('\n')).toBe('')
}
