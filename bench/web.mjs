// Measures how quick the console is: npm run bench:web, on a machine that does nothing else. It runs in a real Chromium
// against a server on the embedded database, and fails where a bar is not met.
import { run } from '../scripts/prepare.mjs'

const command = [process.execPath, 'scripts/test.mjs', '--project', 'once', 'test/web/speed']
process.exitCode = await run(command, { env: { ...process.env, WEB_BENCH: '1' } })
