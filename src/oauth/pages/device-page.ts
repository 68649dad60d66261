import { markup, page, type Markup } from '../../pages/layout.ts'
import { signedIn, token, type AskedPerson } from './consent-page.ts'

/** The page on which a person enters the code that their device shows. */
export const codePage = (asked: AskedPerson, entered: string, problem?: string): string =>
  page(
    'Connect a device',
    markup`${signedIn(asked)}
${problem !== undefined && markup`<p role="alert" id="problem">${problem}</p>`}
<p>Your device or terminal shows a code. Enter it here, if you have started this yourself.</p>
<form method="post" action="${asked.path}">${token(asked)}
<label class="field">Code <input name="user_code" value="${entered}" ${problem !== undefined && described}
required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX"></label>
<div class="answers"><button class="main">Go on</button></div>
</form>`,
  )

const described: Markup = markup`aria-invalid="true" aria-describedby="problem"`

/** The page after the answer, from which nothing leads on. */
export const answeredPage = (allowed: boolean): string =>
  allowed
    ? page(
        'The device is connected',
        markup`<p>It goes on by itself within a few seconds. You can close this page.</p>`,
      )
    : page(
        'The device is not connected',
        markup`<p>It is told so, and can do nothing in your name. You can close this page.</p>`,
      )
