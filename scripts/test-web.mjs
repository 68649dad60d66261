// Runs the tests of the console: npm run test:web [-- --headed] [FILE …]. --headed shows the browser.
import { run } from './prepare.mjs'

const args = process.argv.slice(2).filter((arg) => arg !== '--')
const headed = args.includes('--headed')
const files = args.filter((arg) => arg !== '--headed')
const command = [process.execPath, 'scripts/test.mjs', '--project', 'once', ...(files.length ? files : ['test/web'])]
process.exitCode = await run(command, { env: { ...process.env, ...(headed && { HEADED: '1' }) } })
