import { setTimeout as sleep } from 'node:timers/promises'
import { authError, CliError } from '../errors.ts'
import { clientId, postForm, resourcesOf } from './endpoints.ts'
import type { Asking } from './loopback.ts'

/** What the person is to be shown. */
export interface DeviceCode {
  user_code: string
  verification_uri: string
  verification_uri_complete?: string
}

interface Begun extends DeviceCode {
  device_code: string
  expires_in: number
  interval?: number
}

/**
 * Signs in through a browser anywhere (RFC 8628): the person opens an address, compares the code and allows it, while
 * this process asks now and then.
 */
export async function signInByDevice(
  asking: Asking,
  show: (code: DeviceCode) => void,
  wait: typeof pause = pause,
): Promise<unknown> {
  const { url, endpoints, scopes, signal } = asking
  if (!endpoints.device_authorization_endpoint)
    throw new CliError(`${url} knows no codes: sign in with a browser on this machine, or --with-token`)
  const form = { client_id: clientId, scope: scopes.join(' '), resource: resourcesOf(url) }
  const { status, body } = await postForm(endpoints.device_authorization_endpoint, form, signal)
  if (status !== 200) throw authError(`Signing in failed: ${saidOf(body, status)}`)
  const begun = body as unknown as Begun
  show(begun)
  return poll(asking, begun, wait)
}

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  sleep(seconds * 1000, undefined, { signal })

async function poll({ url, endpoints, signal }: Asking, begun: Begun, wait: typeof pause): Promise<unknown> {
  const until = performance.now() + begun.expires_in * 1000
  let seconds = begun.interval ?? 5
  while (performance.now() < until) {
    await wait(seconds, signal)
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: begun.device_code,
      client_id: clientId,
      resource: resourcesOf(url),
    }
    // A connection that is lost for a moment ends nothing: the code goes on being good.
    const answer = await postForm(endpoints.token_endpoint, form, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof CliError) return undefined
      throw error
    })
    if (answer?.status === 200) return answer.body
    const error = answer?.body.error
    if (error === 'slow_down') seconds += 5
    else if (error === 'access_denied') throw authError('You did not allow it: nothing was changed')
    else if (error === 'expired_token') break
    else if (answer && answer.status < 500 && error !== 'authorization_pending')
      throw authError(`Signing in failed: ${saidOf(answer.body, answer.status)}`)
  }
  throw authError('The code was not entered in time: svc login')
}

const saidOf = (body: Record<string, unknown>, status: number): string =>
  String(body.error_description ?? body.error ?? status)
