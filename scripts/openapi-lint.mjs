// Lints the OpenAPI document of the built operations with redocly's strict rules; redocly.yaml says what is off, and why.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openApiDocument } from '../dist/kernel/openapi/openapi.js'
import { operations, resourceNames } from '../dist/operations.js'

const folder = mkdtempSync(path.join(tmpdir(), 'svc-openapi-'))
const file = path.join(folder, 'openapi.json')
writeFileSync(file, JSON.stringify(openApiDocument(operations, 'https://svc.test', resourceNames), null, 1))
const redocly = new URL('../node_modules/.bin/redocly', import.meta.url).pathname
const { status } = spawnSync(redocly, ['lint', file, '--config=redocly.yaml', '--format=stylish'], {
  cwd: new URL('..', import.meta.url).pathname,
  stdio: 'inherit',
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
})
rmSync(folder, { recursive: true })
process.exit(status ?? 1)
