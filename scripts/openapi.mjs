// The OpenAPI document of the built operations, as docs/openapi.json keeps it: one value a line, in a stable order.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../dist/http/openapi/document.js'
import { eventWords } from '../dist/event-types.js'
import { operations } from '../dist/operations.js'
import { resourceNames } from '../dist/resource-descriptions.js'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const snapshotFile = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
export const document = openApiDocument(operations, 'https://svc.example', resourceNames, eventWords)
export const text = `${JSON.stringify(document, null, 1)}\n`
export const readSnapshot = () => JSON.parse(readFileSync(snapshotFile, 'utf8'))
