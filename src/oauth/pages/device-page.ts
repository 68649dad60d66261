import { markup, renderPage, type Markup } from '../../api-docs/layout.ts'
import { renderSignedInUser, renderCsrfField, type ConsentPageUser } from './consent-page.ts'

export const renderCodePage = (user: ConsentPageUser, entered: string, problem?: string): string =>
  renderPage(
    'Connect a device',
    markup`${renderSignedInUser(user)}
${problem !== undefined && markup`<p role="alert" id="problem">${problem}</p>`}
<p>Enter the code that your device or terminal shows. Do so only if you started this yourself.</p>
<form method="post" action="${user.path}">${renderCsrfField(user)}
<label class="field">Code <input name="user_code" value="${entered}" ${problem !== undefined && problemAttributes}
required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX"></label>
<div class="answers"><button class="main">Continue</button></div>
</form>`,
  )

const problemAttributes: Markup = markup`aria-invalid="true" aria-describedby="problem"`

export const renderDeviceDecidedPage = (allowed: boolean): string =>
  allowed
    ? renderPage('The device is connected', markup`<p>It continues within a few seconds. You can close this page.</p>`)
    : renderPage(
        'The device is not connected',
        markup`<p>It has no access to your account. You can close this page.</p>`,
      )
