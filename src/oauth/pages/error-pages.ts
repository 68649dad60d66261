import { markup, renderPage, type Markup } from '../../api-docs/layout.ts'
import { errorPageTexts as texts } from '../messages/errors.ts'

const renderRequestId = (requestId: string): Markup =>
  markup`<p class="soft">${texts.request} <code>${requestId}</code></p>`

const findTitle = (error: string): string | undefined =>
  error === 'invalid_client' ? texts.unknownApp : error === 'invalid_redirect_uri' ? texts.unknownUri : undefined

const findExplanation = (error: string): string | undefined =>
  error === 'invalid_client'
    ? texts.unknownAppText
    : error === 'invalid_redirect_uri'
      ? texts.unknownUriText
      : undefined

/** Renders the page of an authorization request that cannot be redirected to the app (RFC 6749, section 4.1.2.1). */
export const renderRejectedRequestPage = (
  { error, error_description }: { error: string; error_description?: string },
  requestId: string,
): string =>
  renderPage(
    findTitle(error) ?? texts.refused,
    markup`<p>${findExplanation(error) ?? error_description}</p>
<p>${texts.report} <code>${error}</code></p>
${renderRequestId(requestId)}`,
  )

export const renderErrorPage = (title: string, explanation: string, requestId: string): string =>
  renderPage(title, markup`<p>${explanation}</p>${renderRequestId(requestId)}`)

export const renderExpiredRequestPage = (requestId: string): string =>
  renderErrorPage(texts.expired, texts.expiredText, requestId)

export const renderExpiredDevicePage = (requestId: string): string =>
  renderErrorPage(texts.expired, texts.expiredDevice, requestId)

export const renderInvalidFormPage = (requester: 'app' | 'device', requestId: string): string =>
  renderErrorPage(texts.rejected, requester === 'app' ? texts.rejectedApp : texts.rejectedDevice, requestId)

/**
 * Renders an auto-forwarding page. A form cannot redirect to another site, since browsers apply `form-action` to
 * redirects.
 */
export const renderForwardingPage = (title: string, to: string, link: string): string =>
  renderPage(title, markup`<p><a href="${to}">${link}</a></p>`, to)
