/** Parts of `text/event-stream`, as the HTML standard has it (section 9.2). */

/** One message. `data` is JSON, which is one line. */
export const frame = (parts: { event: string; data: string; id?: string }): string =>
  `${parts.id === undefined ? '' : `id: ${parts.id}\n`}event: ${parts.event}\ndata: ${parts.data}\n\n`

/** What a reader skips: it keeps connections open that would be closed for their silence. */
export const heartbeat = ':\n\n'

/** How long a reader waits before it comes again, in milliseconds. */
export const retryAfter = (millis: number): string => `retry: ${millis}\n\n`
