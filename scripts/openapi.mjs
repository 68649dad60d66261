// Builds the OpenAPI document of the built operations in the format of docs/openapi.json: one value per line, stable order.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildOpenApiDocument } from '../dist/http/openapi/document.js'
import { eventDescriptions } from '../dist/event-types.js'
import { operations } from '../dist/operations.js'
import { resourceDescriptions } from '../dist/resource-descriptions.js'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const snapshotFile = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
export const document = buildOpenApiDocument(operations, 'https://svc.example', resourceDescriptions, eventDescriptions)
export const text = `${JSON.stringify(document, null, 1)}\n`
export const readSnapshot = () => JSON.parse(readFileSync(snapshotFile, 'utf8'))
