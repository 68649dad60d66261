// Reads the statements of the last test run, written by test/support/statements.ts.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { at } from '../project.mjs'

const folder = at('.svc', 'statements')

/**
 * Returns the distinct statements of the service with the sources that sent them first, innermost first. Leaves out
 * statements of the tests themselves.
 * @param {string} [from] the folder of the recordings
 * @returns {Map<string, string[]>}
 */
export function readRecordings(from = folder) {
  const statements = new Map()
  if (!existsSync(from)) return statements
  for (const name of readdirSync(from)) {
    for (const line of readFileSync(path.join(from, name), 'utf8').split('\n').filter(Boolean)) {
      const { text, from: files } = JSON.parse(line)
      if (files[0]?.startsWith('test/')) continue
      if (!statements.has(text)) statements.set(text, files.filter(isBuilt).map(toSource))
    }
  }
  return statements
}

const isBuilt = (file) => file.startsWith('dist/')
const toSource = (file) => file.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts')
