import { createServer } from 'node:http'

/** A webhook receiver that accepts every POST; `GET /delays` returns and clears milliseconds since each change. */
let delays: number[] = []

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(delays))
    if (request.url === '/delays') delays = []
    return
  }
  const receivedAt = Date.now()
  let body = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    const created = /"created_at":"([^"]+)"/.exec(body)?.[1]
    delays.push(created === undefined ? 0 : receivedAt - Date.parse(created))
    response.end()
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
