// What the last test run has sent: test/support/statements.ts writes it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { at } from '../project.mjs'

const folder = at('.svc', 'statements')

/**
 * Each different statement of the service, with the sources that sent it first, nearest first. What a test asked the
 * database itself is left out.
 * @param {string} [from] the folder of the recordings
 * @returns {Map<string, string[]>}
 */
export function recorded(from = folder) {
  const statements = new Map()
  if (!existsSync(from)) return statements
  for (const name of readdirSync(from)) {
    for (const line of readFileSync(path.join(from, name), 'utf8').split('\n').filter(Boolean)) {
      const { text, from: files } = JSON.parse(line)
      if (files[0]?.startsWith('test/')) continue
      if (!statements.has(text)) statements.set(text, files.filter(isSource).map(sourceOf))
    }
  }
  return statements
}

const isSource = (file) => file.startsWith('dist/')
const sourceOf = (file) => file.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts')
