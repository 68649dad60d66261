// Writes docs/openapi.json; with --check, fails when the document is another, and tells each difference. Run after a build.
import { existsSync, writeFileSync } from 'node:fs'
import { document, readSnapshot, snapshotFile, text } from './openapi.mjs'
import { differences } from './openapi-differences.mjs'

if (!process.argv.includes('--check')) {
  writeFileSync(snapshotFile, text)
} else if (!existsSync(snapshotFile)) {
  console.error('docs/openapi.json is missing: run npm run openapi:snapshot')
  process.exitCode = 1
} else if (JSON.stringify(readSnapshot()) !== JSON.stringify(document)) {
  for (const { kind, path, what } of differences(readSnapshot(), document))
    console.error(`${kind.padEnd(8)}  ${path}: ${what}`)
  console.error(
    'docs/openapi.json differs from the declarations: read the above, then run npm run openapi:snapshot',
  )
  process.exitCode = 1
}
