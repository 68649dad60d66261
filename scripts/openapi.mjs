// Builds the OpenAPI document of the built operations in the format of docs/openapi.json: one value per line, stable order.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../dist/kernel/openapi/openapi.js'
import { eventWords } from '../dist/events.js'
import { operations } from '../dist/operations.js'
import { resourceNames } from '../dist/resource-names.js'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const snapshotFile = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
export const document = openApiDocument(operations, 'https://svc.example', resourceNames, eventWords)
export const text = `${JSON.stringify(document, null, 1)}\n`
export const readSnapshot = () => JSON.parse(readFileSync(snapshotFile, 'utf8'))
