// Writes docs/data-format.schema.json from the declaration in clients/import; with --check, fails when it differs.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { prepare, root } from './prepare.mjs'

// The following import needs a build of the current sources.
await prepare()
const { buildFormatSchema } = await import('../clients/import/dist/index.js')

const file = path.join(root, 'docs', 'data-format.schema.json')
const options = { ...(await resolveConfig(file)), filepath: file }
const text = await format(JSON.stringify(buildFormatSchema()), options)
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/data-format.schema.json differs from its declaration: run npm run data-format:write')
    process.exitCode = 1
  }
} else writeFileSync(file, text)
