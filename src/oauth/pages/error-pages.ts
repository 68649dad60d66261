import { markup, renderPage, type Markup } from '../../api-docs/layout.ts'

const renderRequestId = (requestId: string): Markup => markup`<p class="soft">Request <code>${requestId}</code></p>`

const titles: Record<string, string> = {
  invalid_client: 'Unknown app',
  invalid_redirect_uri: 'Unregistered redirect URI',
}
const explanations: Record<string, string> = {
  invalid_client: 'No app is registered under this client_id, or it was revoked.',
  invalid_redirect_uri:
    'This redirect_uri is not registered for the app, so you are not redirected. URIs are compared ' +
    'character by character.',
}

/** Renders the page of an authorization request that cannot be redirected to the app (RFC 6749, section 4.1.2.1). */
export const renderRejectedRequestPage = (
  { error, error_description }: { error: string; error_description?: string },
  requestId: string,
): string =>
  renderPage(
    titles[error] ?? 'This request was refused',
    markup`<p>${explanations[error] ?? error_description}</p>
<p>Go back to the app and try again. If it fails again, report this error to its developer: <code>${error}</code></p>
${renderRequestId(requestId)}`,
  )

export const renderErrorPage = (title: string, explanation: string, requestId: string): string =>
  renderPage(title, markup`<p>${explanation}</p>${renderRequestId(requestId)}`)

export const renderExpiredRequestPage = (requestId: string): string =>
  renderErrorPage(
    'This request is no longer valid',
    'It was already completed, has expired, or was started in another browser. Go back to the app and ' +
      'start again.',
    requestId,
  )

export const renderExpiredDevicePage = (requestId: string): string =>
  renderErrorPage(
    'This request is no longer valid',
    'The request was already completed or has expired, or you signed in again after you entered the ' +
      'code. Start again on the device.',
    requestId,
  )

export const renderInvalidFormPage = (requester: 'app' | 'device', requestId: string): string =>
  renderErrorPage(
    'Form rejected',
    `The form was not submitted from the page that you were shown. Go back to the ${requester} and start again.`,
    requestId,
  )

/**
 * Renders an auto-forwarding page. A form cannot redirect to another site, since browsers apply `form-action` to
 * redirects.
 */
export const renderForwardingPage = (title: string, to: string, link: string): string =>
  renderPage(title, markup`<p><a href="${to}">${link}</a></p>`, to)
