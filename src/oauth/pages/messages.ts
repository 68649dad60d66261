import { markup, page, type Markup } from '../../pages/layout.ts'

const quoted = (requestId: string): Markup => markup`<p class="soft">Request <code>${requestId}</code></p>`

const titles: Record<string, string> = {
  invalid_client: 'Unknown app',
  invalid_redirect_uri: 'Unregistered address',
}
const explanations: Record<string, string> = {
  invalid_client: 'No app is registered under this client_id, or it was revoked.',
  invalid_redirect_uri:
    'The app is not registered with this redirect_uri, so we do not send you there. Addresses are compared character by character.',
}

/** The page for an authorization request that can't be sent back to the app (RFC 6749, section 4.1.2.1). */
export const refusalPage = (
  { error, error_description }: { error: string; error_description?: string },
  requestId: string,
): string =>
  page(
    titles[error] ?? 'This request was refused',
    markup`<p>${explanations[error] ?? error_description}</p>
<p>Go back to the app and try again. If this happens again, tell whoever runs it: <code>${error}</code></p>
${quoted(requestId)}`,
  )

/** The page for anything else that went wrong on the way. */
export const sorryPage = (title: string, explanation: string, requestId: string): string =>
  page(title, markup`<p>${explanation}</p>${quoted(requestId)}`)

/** The page for a request whose time is over, that was answered already, or that began in another browser. */
export const overPage = (requestId: string): string =>
  sorryPage(
    'This request is over',
    'It was answered already, waited too long, or began in another browser. Go back to the app and start again.',
    requestId,
  )

/** The same for a device that waits for an answer. */
export const deviceOverPage = (requestId: string): string =>
  sorryPage(
    'This request is over',
    'The device has its answer, or waited too long, or you signed in again since you entered its code. Start again on the device.',
    requestId,
  )

/** The page for an answer that no page of ours has sent in this session. */
export const foreignFormPage = (asker: 'app' | 'device', requestId: string): string =>
  sorryPage(
    'This was refused',
    `This answer did not come from our page as you were shown it. Go back to the ${asker} and start again.`,
    requestId,
  )

/**
 * A page that leads on by itself. The answer to a form can't redirect to another site, since browsers apply `form-action`
 * to redirects too.
 */
export const onwardPage = (title: string, to: string, link: string): string =>
  page(title, markup`<p><a href="${to}">${link}</a></p>`, to)
