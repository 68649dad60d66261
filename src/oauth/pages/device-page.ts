import { markup, renderPage, type Markup } from '../../api-docs/layout.ts'
import { deviceTexts as texts } from '../messages/devices.ts'
import { renderSignedInUser, renderCsrfField, type ConsentPageUser } from './consent-page.ts'

export const renderCodePage = (user: ConsentPageUser, entered: string, problem?: string): string =>
  renderPage(
    texts.title,
    markup`${renderSignedInUser(user)}
${problem !== undefined && markup`<p role="alert" id="problem">${problem}</p>`}
<p>${texts.enter}</p>
<form method="post" action="${user.path}">${renderCsrfField(user)}
<label class="field">${texts.code} <input name="user_code" value="${entered}" ${problem !== undefined && problemAttributes}
required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX"></label>
<div class="answers"><button class="main">${texts.continue}</button></div>
</form>`,
  )

const problemAttributes: Markup = markup`aria-invalid="true" aria-describedby="problem"`

export const renderDeviceDecidedPage = (allowed: boolean): string =>
  allowed
    ? renderPage(texts.connected, markup`<p>${texts.connectedText}</p>`)
    : renderPage(texts.notConnected, markup`<p>${texts.notConnectedText}</p>`)
