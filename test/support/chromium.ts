import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Headless shell of the same browser: takes three fifths of the CPU time. */
const headlessAlone = process.env.HEADED === '1' ? [] : ['/usr/bin/chromium-headless-shell']

/** The system's Chromium; undefined when there is none. */
export const chromiumPath: string | undefined = [
  process.env.CHROMIUM ?? '',
  ...headlessAlone,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== '' && existsSync(path))

/** Foreign site: an app that users return to, or an attacker. */
export interface Site {
  url: string
  /** Requested URLs, without the favicon. */
  visits: URL[]
  close(): Promise<void>
}

export async function openSite(page: string): Promise<Site> {
  const visits: URL[] = []
  let url = ''
  const server: Server = createServer((request, response) => {
    if (request.url !== '/favicon.ico') visits.push(new URL(request.url ?? '/', url))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, visits, close }
}
