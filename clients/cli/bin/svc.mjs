#!/usr/bin/env node
// Runs dist/. In a clone of the repository, where the sources lie beside it, they are built first when they are newer.
import { existsSync } from 'node:fs'
import module from 'node:module'
import v8 from 'node:v8'

// From Node 22 on what was compiled is kept for the next run.
if (module.enableCompileCache) module.enableCompileCache()
// Node 20 optimizes the WebAssembly by which its fetch parses HTTP, for longer than a command runs.
else v8.setFlagsFromString('--liftoff-only')
const near = (path) => new URL(path, import.meta.url)

if (existsSync(near('../src/main.ts')) && existsSync(near('../../../scripts/clients.mjs'))) {
  try {
    const { buildClients } = await import(near('../../../scripts/clients.mjs').href)
    await buildClients()
  } catch (error) {
    process.stderr.write(`svc: ${error.message}\n`)
    process.exit(1)
  }
}
const { main } = await import(near('../dist/main.js').href)
await main()
