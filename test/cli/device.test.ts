import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { signInByDevice } from '../../clients/cli/src/login/device.ts'

type Responder = (response: ServerResponse) => void
const respondWithJson =
  (status: number, body: object): Responder =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const respondWithError = (error: string) => respondWithJson(400, { error })
const loseConnection: Responder = (response) => response.destroy()

/** Responses of the token endpoint, in order. */
let responses: Responder[] = []
const server = createServer((request, response) => {
  request.resume()
  if (request.url === '/device')
    return respondWithJson(200, { device_code: 'D', user_code: 'BCDF-GHJK', verification_uri: '/', expires_in: 900 })(
      response,
    )
  responses.shift()!(response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.close())

/** Signs in with these responses; returns the seconds waited before each poll. */
async function signIn(...said: Responder[]) {
  responses = said
  const waited: number[] = []
  const endpoints = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    device_authorization_endpoint: `${url}/device`,
  }
  const asking = { url, endpoints, scopes: ['tasks:read'], signal: new AbortController().signal }
  const wait = async (seconds: number) => void waited.push(seconds)
  const ended = await signInByDevice(asking, () => undefined, wait).catch((error: Error) => error)
  return { ended, waited }
}

test('polls until the code is entered, slows down on slow_down and survives lost responses', async () => {
  const pending = respondWithError('authorization_pending')
  const token = { access_token: 'svc_live_x' }
  const steps = [
    pending,
    respondWithError('slow_down'),
    pending,
    loseConnection,
    respondWithJson(503, {}),
    respondWithError('slow_down'),
    respondWithJson(200, token),
  ]
  const { ended, waited } = await signIn(...steps)
  expect(ended).toEqual(token)
  expect(waited).toEqual([5, 5, 10, 10, 10, 10, 15])
})

test('reports the error that ends the sign-in', async () => {
  const exitCode = 3
  expect((await signIn(respondWithError('access_denied'))).ended).toMatchObject({
    exitCode,
    message: 'You denied the request. Nothing was changed.',
  })
  expect((await signIn(respondWithError('expired_token'))).ended).toMatchObject({
    exitCode,
    message: 'The code has expired. Sign in again: svc login',
  })
  expect((await signIn(respondWithError('invalid_client'))).ended).toMatchObject({
    exitCode,
    message: 'Signing in failed: invalid_client',
  })
})
