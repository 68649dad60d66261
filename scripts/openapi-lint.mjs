// Checks the OpenAPI document of the built operations with the strict rules of Redocly (exceptions are in redocly.yaml) and
// the recommended ones of Spectral, and compiles the clients of two generators.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { document, root, text } from './openapi.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'svc-openapi-'))
const file = path.join(folder, 'openapi.json')
writeFileSync(file, text)

const programs = {
  redocly: '@redocly/cli/bin/cli.js',
  'openapi-typescript': 'openapi-typescript/bin/cli.js',
  openapi: 'openapi-typescript-codegen/bin/index.js',
  tsc: 'typescript-native/bin/tsc',
}

const run = (program, ...args) => {
  const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules', programs[program]), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  if (status !== 0) console.error(`failed: ${program} ${args.join(' ')}`)
  return status === 0
}

async function checkWithSpectral() {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] })
  const errors = (await linter.run(document)).filter(({ severity }) => severity === 0)
  for (const { code, path: position, message } of errors) console.error(`${code} ${position.join('/')}: ${message}`)
  return errors.length === 0
}

function compileClients() {
  const generated =
    run('openapi-typescript', file, '-o', path.join(folder, 'types.ts')) &&
    run('openapi', '-i', file, '-o', path.join(folder, 'client'), '-c', 'fetch', '--useUnionTypes')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
  return generated && run('tsc', '-p', folder)
}

const passed = [
  run('redocly', 'lint', file, '--config=redocly.yaml', '--format=stylish'),
  await checkWithSpectral(),
  compileClients(),
]
rmSync(folder, { recursive: true })
process.exit(passed.every(Boolean) ? 0 : 1)
