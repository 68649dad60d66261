import type { BrowserContext } from 'playwright-core'

/**
 * Fails pages that log errors, violate their policy, throw, or send requests to other servers or with client-side ids.
 */
export class PageWatch {
  readonly complaints: string[] = []
  #allowed: RegExp[] = []

  /** Ignores complaints that match, such as errors while a test has no network. */
  allowComplaints(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  addComplaint(text: string): void {
    if (!this.#allowed.some((pattern) => pattern.test(text))) this.complaints.push(text)
  }

  /** Watches all pages of a context. Requests may only go to the origin of the server. */
  watchContext(context: BrowserContext, origin: string): void {
    context.on('console', (message) => {
      const { url } = message.location()
      if (message.type() === 'error') this.addComplaint(`${message.text()} ${url}`)
    })
    context.on('weberror', (thrown) => {
      const { name, message, stack } = thrown.error()
      this.addComplaint(`thrown: ${name} ${stack || message} ${thrown.page()?.url()}`)
    })
    context.on('request', (request) => {
      const { protocol, origin: requestOrigin } = new URL(request.url())
      if (protocol !== 'blob:' && requestOrigin !== origin) this.addComplaint(`asked elsewhere: ${request.url()}`)
      // The server does not know the temporary ids of a page.
      if (/new-[0-9a-f]{32}/.test(request.url())) this.addComplaint(`asked about its own id: ${request.url()}`)
    })
  }
}
