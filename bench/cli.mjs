// How long the command line takes by itself: the real program against a server that answers at once, beside an empty Node.
//   node bench/cli.mjs [rounds]
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildClients } from '../scripts/clients.mjs'
import { root } from '../scripts/prepare.mjs'

const rounds = Number(process.argv[2] ?? 20)
await buildClients()
const home = mkdtempSync(path.join(tmpdir(), 'svc-bench-cli-'))
const task = {
  task_id: 'T1',
  title: 'Grease the crane',
  status: 'in_progress',
  priority: 'high',
  has_access: true,
}
const page = JSON.stringify({ data: Array.from({ length: 50 }, () => task), next_cursor: null })
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json').end(page)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const env = {
  PATH: process.env.PATH,
  HOME: home,
  SVC_URL: `http://127.0.0.1:${server.address().port}`,
  SVC_TOKEN: 'svc_live_bench',
  SVC_ORG: 'bench',
}
const bin = path.join(root, 'clients', 'cli', 'bin', 'svc.mjs')
const cases = {
  'node -e 0': ['-e', '0'],
  'svc --version': [bin, '--version'],
  'svc tasks list': [bin, 'tasks', 'list', '--mine', '--open', '--sort', 'due'],
}
const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]))
for (let round = -1; round < rounds; round++) {
  // In turn, so that what else the machine does meets all of them alike; the first round warms up.
  for (const [name, args] of Object.entries(cases)) {
    const taken = await timed(args)
    if (round >= 0) times[name].push(taken)
  }
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const floor = median(times['node -e 0'])
for (const [name, values] of Object.entries(times)) {
  const middle = median(values)
  const own = `${(middle - floor).toFixed(0)} ms of its own`.padStart(18)
  console.log(
    `${name.padEnd(16)}${middle.toFixed(0).padStart(5)} ms ${own}  ${(middle / floor).toFixed(2)} × node`,
  )
}
server.close()
rmSync(home, { recursive: true })

function timed(args) {
  const start = performance.now()
  const child = spawn(process.execPath, args, { env, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0
        ? resolve(performance.now() - start)
        : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    )
  })
}
