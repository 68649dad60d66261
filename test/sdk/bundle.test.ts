import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import sdk from '../../clients/sdk/package.json' with { type: 'json' }

/** The bundle of a program, minified: its first load, and what is loaded when needed. */
async function bundle(program: string): Promise<{ first: number; all: number }> {
  const files = Object.entries(sdk.exports).map(([name, { 'svc-source': source }]) => ({
    find: new RegExp(`^@svc/sdk${name.slice(1)}$`),
    replacement: new URL(`../../clients/sdk/${source}`, import.meta.url).pathname,
  }))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: files },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? id : null),
        load: (id) => (id === 'program' ? program : null),
      },
    ],
    build: { write: false, minify: true, target: 'es2023', rolldownOptions: { input: 'program' } },
  })
  const chunks = (built as Rollup.RolldownOutput).output.filter((one) => one.type === 'chunk')
  const size = (of: typeof chunks) => of.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
  const entry = chunks.find((one) => one.isEntry)!
  return {
    first: size(chunks.filter((one) => one === entry || entry.imports.includes(one.fileName))),
    all: size(chunks),
  }
}

test('a first program is small, and one that names its operations smaller', async () => {
  const whole = await bundle(`
    import { Svc } from '@svc/sdk'
    const svc = new Svc({ baseUrl: location.origin, token: 'x' })
    for await (const task of svc.tasks.list({ filter: { assignee: 'me' } })) console.log(task.title)`)
  expect(whole.first).toBeGreaterThan(3000)
  expect(whole.first).toBeLessThanOrEqual(6 * 1024)
  const named = await bundle(`
    import { tasksList } from '@svc/sdk/operations'
    for await (const task of tasksList({ baseUrl: location.origin, token: 'x' })) console.log(task.title)`)
  expect(named.first).toBeLessThanOrEqual(4 * 1024)
})
