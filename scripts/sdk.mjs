// Writes the generated part of clients/sdk from docs/openapi.json; with --check, fails when it differs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readSnapshot } from './openapi.mjs'
import { buildEventsFile } from './sdk/schemas.mjs'
import { readOperations } from './sdk/operations.mjs'
import { buildOperationsFile, buildResourcesFile } from './sdk/resources.mjs'
import { buildEnumsFile, buildSchemasFile } from './sdk/schemas.mjs'

const folder = path.resolve(import.meta.dirname, '../clients/sdk/src/generated')
const document = readSnapshot()
const operations = readOperations(document)
const files = {
  'schemas.ts': buildSchemasFile(document),
  'events.ts': buildEventsFile(document),
  'enums.ts': buildEnumsFile(document),
  'resources.ts': buildResourcesFile(document, operations),
  'operations.ts': buildOperationsFile(operations),
}

mkdirSync(folder, { recursive: true })
for (const [name, body] of Object.entries(files)) {
  const file = path.join(folder, name)
  const text = `// Written by scripts/sdk.mjs from docs/openapi.json. Changes made here are lost.\n\n${body}`
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`clients/sdk/src/generated/${name} differs from docs/openapi.json: run npm run sdk:write`)
    process.exitCode = 1
  }
}
