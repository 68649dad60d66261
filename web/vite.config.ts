import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { shortenMessageKeys } from './shorten-message-keys.ts'

const start = `${import.meta.dirname}/start.tsx`
const features = `${import.meta.dirname}/features`
const INITIAL_MODULES = new Set<string>()
/** Modules that several screens have: one file compresses better than many, and its name is shorter than theirs. */
const START_MODULES = new Set<string>()
const FORM_MODULES = new Set<string>()
const LIST_MODULES = new Set<string>()
const BOARD_MODULES = new Set<string>()
const PANEL_MODULES = new Set<string>()
const FILTER_MODULES = new Set<string>()

/** Collects the modules of the initial chunk, which is one file to save round trips. */
const collectInitialModules: Plugin = {
  name: 'find-first',
  buildEnd() {
    const visit = (into: Set<string>) => (id: string) => {
      if (into.has(id) || INITIAL_MODULES.has(id)) return
      into.add(id)
      listImports(id).forEach(visit(into))
    }
    const listImports = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
    listImports(start).forEach(visit(INITIAL_MODULES))
    // Used by the start page and by most other parts.
    visit(INITIAL_MODULES)(`${import.meta.dirname}/components/menu.tsx`)
    const collect = (into: Set<string>, path: string) => listImports(`${features}/${path}`).forEach(visit(into))
    collect(START_MODULES, 'my-work/my-work-screen.tsx')
    collect(FORM_MODULES, 'quick-add/quick-add-dialog.tsx')
    collect(LIST_MODULES, 'task-list/task-list-screen.tsx')
    collect(BOARD_MODULES, 'board/board-screen.tsx')
    collect(PANEL_MODULES, 'task-panel/task-panel.tsx')
    collect(FILTER_MODULES, 'views/filter-pickers.tsx')
  },
}

/** Small modules that the same few screens share, which would be files of their own. */
const SHARED_PARTS: Record<string, RegExp> = {
  sections: /\/(?:section-mutations|messages\/section-forms)\.ts$|\/color-field\.tsx$/,
  layouts: /\/(?:calendar-dates|layout-commands|drag-module|messages\/board)\.ts$|\/period-buttons\.tsx$/,
  settings:
    /\/(?:messages\/(?:resources|exports)|generated\/operations)\.ts$|\/(?:secret-dialog|scope-fields|export-job)\.tsx$/,
  onboarding: /\/(?:messages\/onboarding|onboarding-run)\.ts$|\/(?:invite-links|components\/logo)\.tsx$/,
  roadmap: /\/messages\/roadmap\.ts$|\/roadmap\/(?:columns|wrap-text|layout|front|stop-facts)\.ts$/,
  menus: /\/messages\/(?:menus|projects)\.ts$|\/field-rights\.ts$/,
  panel: /\/(?:task-link|field-value)\.tsx$|\/messages\/task\.ts$/,
  values: /\/(?:check-value|field-icon)\.ts$|\/color-dot\.tsx$/,
}

const loader = `export { loadPart as __vitePreload } from '${import.meta.dirname}/components/util/load-part.ts'`

const replaceLoader: Plugin = {
  name: 'replace-loader',
  enforce: 'post',
  transform: (_, id) => (id.includes('vite/preload-helper') ? { code: loader, map: null } : undefined),
}

let chunks: Rolldown.OutputBundle = {}

const keepChunks: Plugin = {
  name: 'keep-chunks',
  generateBundle(_, bundle) {
    chunks = bundle
  },
}

/** Returns the files of a lazy part that its importer has not loaded: their names are part of the importer. */
function listMissingFiles(files: readonly string[], importer: string): string[] {
  const loaded = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks[name]
    if (loaded.has(name) || chunk?.type !== 'chunk') return
    loaded.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) loaded.add(style)
    chunk.imports.forEach(visit)
  }
  visit(importer)
  return files.filter((file) => !loaded.has(file))
}

/** Modules that run before the first chunk, which translations need too. */
const isForLanguage = (id: string): boolean =>
  /\/(?:util\/(?:language|browser-settings|load-part)|messages\/plural|messages\/(?:define-messages|load-translation))\.ts$|vite\/preload-helper|rolldown\/runtime/.test(
    id,
  )

/** Loads the console and its styles with the page, although they are imported after the translation. */
const preloadStart: Plugin = {
  name: 'preload-start',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const entries = Object.values(bundle).filter((one) => one.type === 'chunk' && one.isEntry)
      const loaded = new Set(entries.flatMap((one) => (one.type === 'chunk' ? one.imports : [])))
      const files = listStartFiles(bundle).filter((file) => !loaded.has(file))
      return files.map((file) => ({
        tag: 'link',
        attrs: { rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      }))
    },
  },
}

function listStartFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    chunk.imports.forEach(visit)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  }
  const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId === start)
  if (!entry) throw new Error('the bundle has no start.tsx')
  visit(entry.fileName)
  return [...files]
}

const listFilesForWorker: Plugin = {
  name: 'name-files',
  generateBundle(_, bundle) {
    const worker = bundle['sw.js']
    if (worker?.type !== 'chunk') throw new Error('the bundle has no sw.js')
    const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
    worker.code = worker.code.replace('__FILES__', JSON.stringify(names.map((name) => `/${name}`)))
  },
}

/** Builds into `dist-web`. Nothing is inlined, since the Content-Security-Policy (src/console) forbids it. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [shortenMessageKeys(), collectInitialModules, replaceLoader, keepChunks, preloadStart, listFilesForWorker],
  resolve: {
    // Drag and drop has files for current browsers too, which need no helpers of Babel.
    mainFields: ['module:es2019', 'browser', 'module', 'jsnext:main', 'jsnext'],
    conditions: ['svc-source', 'module', 'browser', 'production', 'default'],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist-web',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostId }) => listMissingFiles(files, hostId) },
    manifest: true,
    target: ['chrome111', 'firefox115', 'safari16.4'],
    reportCompressedSize: false,
    sourcemap: false,
    rolldownOptions: {
      input: { index: `${import.meta.dirname}/index.html`, sw: `${import.meta.dirname}/sw.ts` },
      // The service worker must be at the root under a fixed name.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash:7].js'),
        // Each chunk contains the names of those that it loads, so names of hashes alone save 6 KB in all (the manifest
        // has their sources). The service worker finds translations by name.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('catalogue-') ? '[name]-' : ''}[hash:7].js`,
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          // A group also takes what its modules import, unless a group of a higher priority has it.
          groups: [
            { name: 'language', test: isForLanguage, priority: 3 },
            { name: 'first', test: (id) => INITIAL_MODULES.has(id), priority: 2 },
            { name: 'start', test: (id) => START_MODULES.has(id) && !id.includes('/my-work'), priority: 2 },
            { name: 'forms', test: (id) => FORM_MODULES.has(id) && LIST_MODULES.has(id) },
            { name: 'tasks', test: (id) => PANEL_MODULES.has(id) && LIST_MODULES.has(id) },
            { name: 'views', test: (id) => FILTER_MODULES.has(id) && LIST_MODULES.has(id) },
            { name: 'kit', test: /\/settings\/kit\/(?!secret-dialog)/ },
            { name: 'parts', test: /\/components\/(?:dialog|form-field|relative-time)\.tsx$/, priority: 1 },
            { name: 'picker', test: /\/components\/picker\.tsx$/, priority: 1 },
            { name: 'lists', test: (id) => BOARD_MODULES.has(id) && LIST_MODULES.has(id) },
            // Otherwise the code shared by Markdown and text fields would be in the chunk of the task panel.
            { name: 'mentions', test: /\/components\/find-mentions\.ts$/ },
            ...Object.entries(SHARED_PARTS).map(([name, test]) => ({ name, test })),
          ],
        },
      },
    },
  },
})
