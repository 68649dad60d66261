import type { FastifyReply, FastifyRequest } from 'fastify'
import { markup, pageHeaders, type Markup } from '../../api-docs/layout.ts'
import { signInTexts } from '../messages/sign-in.ts'
import { deriveSignInChallenge, getRelyingPartyId, offersPasskeys } from '../../auth/accounts/passkeys.ts'
import type { Dependencies } from '../../core/dependencies.ts'

const SCRIPT_PATH = '/id/passkey.js'

/** Asks the browser for a passkey and submits its answer. The only script of these pages. */
const SCRIPT = `
const form = document.getElementById('passkey')
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
if (form && window.PublicKeyCredential) {
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    if (form.elements.credential.value) return
    event.preventDefault()
    const { challenge, rpId, allow } = form.dataset
    const failure = document.getElementById('passkey-failure')
    failure.hidden = true
    try {
      const { id, type, response } = await navigator.credentials.get({ publicKey: {
        challenge: toBytes(challenge), rpId, userVerification: 'required', timeout: 300000,
        allowCredentials: allow.split(' ').filter(Boolean).map((one) => ({ type: 'public-key', id: toBytes(one) })) } })
      form.elements.credential.value = JSON.stringify({ id, rawId: id, type, clientExtensionResults: {}, response: {
        clientDataJSON: toText(response.clientDataJSON), authenticatorData: toText(response.authenticatorData),
        signature: toText(response.signature),
        userHandle: response.userHandle ? toText(response.userHandle) : form.dataset.user } })
      form.requestSubmit()
    } catch {
      failure.hidden = false
    }
  })
}
`

interface PasskeyForm {
  action: string
  flow: string
  /** Passkeys of a known account; empty for any. */
  allowed?: readonly string[]
  account_id?: string
}

/** Renders the form that signs in with a passkey, which the script shows. Nothing if browsers offer none here. */
export function renderPasskeyForm(
  { config }: Pick<Dependencies, 'config'>,
  { action, flow, allowed = [], account_id }: PasskeyForm,
): Markup | undefined {
  if (!offersPasskeys(config)) return undefined
  const user = account_id === undefined ? '' : Buffer.from(account_id).toString('base64url')
  return markup`<form id="passkey" method="post" action="${action}" hidden data-challenge="${deriveSignInChallenge(flow)}"
data-rp-id="${getRelyingPartyId(config)}" data-allow="${allowed.join(' ')}" data-user="${user}">
<input type="hidden" name="flow" value="${flow}"><input type="hidden" name="credential" value="">
<div class="answers"><button>${signInTexts.passkeyButton}</button></div>
<p role="alert" id="passkey-failure" hidden>${signInTexts.passkeyFailed}</p>
</form>
<script src="${SCRIPT_PATH}" defer></script>`
}

/** Headers of pages with the form: their policy allows that one file. */
export const buildScriptPageHeaders = ({ config }: Pick<Dependencies, 'config'>) => ({
  'content-security-policy': pageHeaders['content-security-policy'].replace(
    "default-src 'none';",
    `default-src 'none'; script-src ${config.baseUrl}${SCRIPT_PATH};`,
  ),
})

export async function sendPasskeyScript(
  _services: Dependencies,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' }
  await reply.headers({ ...headers, 'cache-control': 'public, max-age=3600' }).send(SCRIPT)
}
