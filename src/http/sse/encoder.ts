/** Encoding of `text/event-stream` (HTML standard, section 9.2). */

export const encodeEvent = (parts: { event: string; data: string; id?: string }): string =>
  `${parts.id === undefined ? '' : `id: ${parts.id}\n`}event: ${parts.event}\ndata: ${parts.data}\n\n`

/** A comment line that keeps idle connections open. */
export const HEARTBEAT = ':\n\n'

export const encodeRetry = (millis: number): string => `retry: ${millis}\n\n`
