import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'

const app = await startApp()
const listColors = (css: string) => new Set(css.match(/#(?:[\da-f]{6}|[\da-f]{3})\b/gi))
const ofConsole = listColors(readFileSync('web/styles/tokens.css', 'utf8'))

test.each(['/about', '/docs', '/docs/tasks'])('%s has only colors of the console', async (path) => {
  const { text } = await app.anonymous.get(path, { headers: { accept: 'text/html' } })
  const styles = [...text.matchAll(/<style[^>]*>([^<]*)/g)].map(([, css]) => css!).join('\n')
  const own = [...listColors(styles)]
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter((color) => !ofConsole.has(color))).toEqual([])
})
