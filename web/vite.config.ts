import { defineConfig, type Plugin } from 'vite'

const main = `${import.meta.dirname}/main.tsx`
/** What the page begins with: what its script imports, and what that imports. */
const first = new Set<string>()

/** Finds out what the page begins with. It is one file then, since each file takes its time on the way. */
const findFirst: Plugin = {
  name: 'find-first',
  buildEnd() {
    const visit = (id: string) => {
      if (first.has(id)) return
      first.add(id)
      importsOf(id).forEach(visit)
    }
    const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
    importsOf(main).forEach(visit)
  },
}

/** Passes the list of files to the service worker, which caches them. */
const nameFiles: Plugin = {
  name: 'name-files',
  generateBundle(_, bundle) {
    const worker = bundle['sw.js']
    if (worker?.type !== 'chunk') throw new Error('there is no worker among the files')
    const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
    worker.code = worker.code.replace('__FILES__', JSON.stringify(names.map((name) => `/${name}`)))
  },
}

/**
 * The console as files: `dist-web/index.html`, and below `assets` what is named by its content. Nothing is inlined and no
 * polyfill injected, since the pages allow neither styles nor scripts in the document (see src/console).
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [findFirst, nameFiles],
  resolve: { conditions: ['svc-source', 'module', 'browser', 'production', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist-web',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    target: ['chrome111', 'firefox115', 'safari16.4'],
    reportCompressedSize: false,
    sourcemap: false,
    rolldownOptions: {
      input: { index: `${import.meta.dirname}/index.html`, sw: `${import.meta.dirname}/sw.ts` },
      // The worker has to lie at the root, under a name that stays.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'first', test: (id) => first.has(id) },
            // Otherwise the code shared by Markdown and text fields would be in the chunk of the task panel.
            { name: 'mentions', test: /\/parts\/mention-text\.ts$/ },
          ],
        },
      },
    },
  },
})
