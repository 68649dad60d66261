// Writes the generated part of clients/sdk from docs/openapi.json; with --check, fails when it would be another.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readSnapshot } from './openapi.mjs'
import { eventsFile } from './sdk/events.mjs'
import { operationsOf } from './sdk/operations.mjs'
import { operationsFile, resourcesFile } from './sdk/resources.mjs'
import { schemasFile, wordsFile } from './sdk/schemas.mjs'

const folder = path.resolve(import.meta.dirname, '../clients/sdk/src/generated')
const document = readSnapshot()
const operations = operationsOf(document)
const files = {
  'schemas.ts': schemasFile(document),
  'events.ts': eventsFile(document),
  'words.ts': wordsFile(document),
  'resources.ts': resourcesFile(document, operations),
  'operations.ts': operationsFile(operations),
}

mkdirSync(folder, { recursive: true })
for (const [name, body] of Object.entries(files)) {
  const file = path.join(folder, name)
  const text = `// Written by scripts/sdk.mjs from docs/openapi.json. Changes made here are lost.\n\n${body}`
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(
      `clients/sdk/src/generated/${name} is not what docs/openapi.json says: run npm run sdk:write`,
    )
    process.exitCode = 1
  }
}
