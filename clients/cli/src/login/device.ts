import { setTimeout as sleep } from 'node:timers/promises'
import { authError, CliError } from '../errors.ts'
import { CLIENT_ID, postForm, getResourceIndicators } from './endpoints.ts'
import type { SignInRequest } from './loopback.ts'

/** Code and URL to show to the user. */
interface DeviceCode {
  user_code: string
  verification_uri: string
  verification_uri_complete?: string
}

interface DeviceAuthorization extends DeviceCode {
  device_code: string
  expires_in: number
  interval?: number
}

/** Signs in with the device authorization grant (RFC 8628): the user enters a code in any browser. */
export async function signInByDevice(
  request: SignInRequest,
  show: (code: DeviceCode) => void,
  wait: typeof pause = pause,
): Promise<unknown> {
  const { url, endpoints, scopes, signal } = request
  if (!endpoints.device_authorization_endpoint)
    throw new CliError(`${url} does not support sign-in by code. Use a browser on this machine, or --with-token.`)
  const form = { client_id: CLIENT_ID, scope: scopes.join(' '), resource: getResourceIndicators(url) }
  const { status, body } = await postForm(endpoints.device_authorization_endpoint, form, signal)
  if (status !== 200) throw authError(`Signing in failed: ${formatOAuthError(body, status)}`)
  const authorization = body as unknown as DeviceAuthorization
  show(authorization)
  return poll(request, authorization, wait)
}

const pause = (seconds: number, signal: AbortSignal): Promise<void> => sleep(seconds * 1000, undefined, { signal })

async function poll(
  { url, endpoints, signal }: SignInRequest,
  authorization: DeviceAuthorization,
  wait: typeof pause,
): Promise<unknown> {
  const deadline = performance.now() + authorization.expires_in * 1000
  let seconds = authorization.interval ?? 5
  while (performance.now() < deadline) {
    await wait(seconds, signal)
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: authorization.device_code,
      client_id: CLIENT_ID,
      resource: getResourceIndicators(url),
    }
    // Retries after a lost connection, since the code stays valid.
    const response = await postForm(endpoints.token_endpoint, form, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof CliError) return undefined
      throw error
    })
    if (response?.status === 200) return response.body
    const error = response?.body.error
    if (error === 'slow_down') seconds += 5
    else if (error === 'access_denied') throw authError('You denied the request. Nothing was changed.')
    else if (error === 'expired_token') break
    else if (response && response.status < 500 && error !== 'authorization_pending')
      throw authError(`Signing in failed: ${formatOAuthError(response.body, response.status)}`)
  }
  throw authError('The code has expired. Sign in again: svc login')
}

const formatOAuthError = (body: Record<string, unknown>, status: number): string =>
  String(body.error_description ?? body.error ?? status)
