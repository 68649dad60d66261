import { defineConfig } from 'vite'

/**
 * The console as files: `dist-web/index.html`, and below `assets` what is named by its content. Nothing is inlined and no
 * polyfill injected, since the pages allow neither styles nor scripts in the document (see src/console).
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
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
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
})
