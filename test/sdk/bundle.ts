import { build, type Rollup } from 'vite'
import sdk from '../../clients/sdk/package.json' with { type: 'json' }

/** Maps the SDK's import names to its sources. */
const alias = Object.entries(sdk.exports).map(([name, { 'svc-source': source }]) => ({
  find: new RegExp(`^@svc/sdk${name.slice(1)}$`),
  replacement: new URL(`../../clients/sdk/${source}`, import.meta.url).pathname,
}))

/**
 * Bundles and minifies a program: the entry and its dynamic imports. It is built like a server, since Vite adds code of its
 * own to pages, which preloads chunks.
 */
export async function bundleProgram(program: string): Promise<Rollup.OutputChunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    resolve: { alias },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? id : null),
        load: (id) => (id === 'program' ? program : null),
      },
    ],
    build: {
      write: false,
      ssr: true,
      minify: true,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: 'program' },
    },
  })
  return (built as Rollup.RolldownOutput).output.filter((one) => one.type === 'chunk')
}
