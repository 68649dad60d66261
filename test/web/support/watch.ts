import type { BrowserContext } from 'playwright-core'

/** What a page must not do, seen from outside of it: complain, break its policy, throw, ask anybody but its server, or what that can't know. */
export class Watch {
  readonly complaints: string[] = []
  #allowed: RegExp[] = []

  /** From now on this is no complaint: a test that takes the network away is told so by the browser. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  complain(text: string): void {
    if (!this.#allowed.some((pattern) => pattern.test(text))) this.complaints.push(text)
  }

  /** Follows all pages of a context. Requests may go to the origin of the server alone. */
  follow(context: BrowserContext, origin: string): void {
    context.on('console', (message) => {
      const { url } = message.location()
      if (message.type() === 'error') this.complain(`${message.text()} ${url}`)
    })
    context.on('weberror', (thrown) => {
      const { name, message, stack } = thrown.error()
      this.complain(`thrown: ${name} ${stack || message} ${thrown.page()?.url()}`)
    })
    context.on('request', (request) => {
      const { protocol, origin: asked } = new URL(request.url())
      if (protocol !== 'blob:' && asked !== origin) this.complain(`asked elsewhere: ${request.url()}`)
      // Ids that the page gives until the server has given one mean nothing to the server.
      if (/new-[0-9a-f]{32}/.test(request.url())) this.complain(`asked about its own id: ${request.url()}`)
    })
  }
}
