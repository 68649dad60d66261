import { createServer } from 'node:http'

/**
 * Takes webhooks and says how they came: each POST is answered 200 at once. `GET /seen` tells how many came since it was
 * last asked, and how many milliseconds after the change each tells of.
 */
let came: number[] = []

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const body = request.url === '/seen' ? JSON.stringify(came) : '{}'
    if (request.url === '/seen') came = []
    return void response.setHeader('content-type', 'application/json').end(body)
  }
  const at = Date.now()
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  request.on('end', () => {
    const created = /"created_at":"([^"]+)"/.exec(text)?.[1]
    came.push(created === undefined ? 0 : at - Date.parse(created))
    response.end()
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
