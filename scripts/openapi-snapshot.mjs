// Writes docs/openapi.json; with --check, lists the differences and fails if there are any. Run after a build.
import { existsSync, writeFileSync } from 'node:fs'
import { document, readSnapshot, snapshotFile, text } from './openapi.mjs'
import { findDifferences } from './openapi-differences.mjs'

if (!process.argv.includes('--check')) {
  writeFileSync(snapshotFile, text)
} else if (!existsSync(snapshotFile)) {
  console.error('docs/openapi.json is missing: run npm run openapi:snapshot')
  process.exitCode = 1
} else if (JSON.stringify(readSnapshot()) !== JSON.stringify(document)) {
  for (const { kind, path, what } of findDifferences(readSnapshot(), document))
    console.error(`${kind.padEnd(8)}  ${path}: ${what}`)
  console.error(
    'docs/openapi.json differs from the operations: review the differences, then run npm run openapi:snapshot',
  )
  process.exitCode = 1
}
