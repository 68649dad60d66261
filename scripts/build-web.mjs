import { buildWeb } from './web.mjs'

try {
  await buildWeb()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
