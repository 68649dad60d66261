import { existsSync, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

/** The console is tested as served, so it must be built. */
export function requireBuild(): void {
  const built = resolve('dist-web/index.html')
  if (!existsSync(built)) throw new Error('the console is not built: npm run test:web, or npm run build:web first')
  const sources = readdirSync('web', { recursive: true, encoding: 'utf8' })
  const changed = Math.max(...sources.map((name) => statSync(resolve('web', name)).mtimeMs))
  if (changed > statSync(built).mtimeMs) process.stderr.write('dist-web is older than web: npm run build:web\n')
}
