import * as oauth from 'oauth4webapi'
import type { Server } from './client.ts'
import {
  submitConsent,
  openAuthorization,
  buildClientAuth,
  Browser,
  readFormToken,
  postForm,
  type LoadedPage,
  type TestClient,
} from './oauth.ts'

const insecure = { [oauth.allowInsecureRequests]: true }
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Requests a device code and validates the response as a client would. */
export async function requestAsDevice(
  client: TestClient,
  parameters: Record<string, string> | URLSearchParams = {},
): Promise<oauth.DeviceAuthorizationResponse> {
  const { as, client_id } = client
  const sent = new URLSearchParams(parameters)
  const response = await oauth.deviceAuthorizationRequest(as, { client_id }, buildClientAuth(client), sent, insecure)
  return oauth.processDeviceAuthorizationResponse(as, { client_id }, response)
}

export const pollDevice = ({ client_id, client_secret }: TestClient, device_code: string, at: Pick<Server, 'url'>) =>
  postForm(at, '/oauth/token', {
    grant_type: deviceGrant,
    client_id,
    device_code,
    ...(client_secret !== null && { client_secret }),
  })

/** Opens the page for device codes as a signed-in user, with the code filled in if it is passed. */
export async function openDevicePage(
  app: Pick<Server, 'url'>,
  person: string,
  browser = new Browser(),
  code?: string,
): Promise<LoadedPage> {
  const url = new URL('/oauth/device', app.url)
  if (code !== undefined) url.searchParams.set('user_code', code)
  return openAuthorization(app, browser, url, person)
}

/** Enters a code; returns the consent page, or the form again. */
export const enterCode = (app: Pick<Server, 'url'>, browser: Browser, page: LoadedPage, user_code: string) =>
  browser.open(`${app.url}/oauth/device`, [app.url], { form: readFormToken(page), user_code })

export async function decideDevice(
  app: Pick<Server, 'url'>,
  person: string,
  user_code: string,
  form: Record<string, string | string[]>,
  browser = new Browser(),
): Promise<LoadedPage> {
  const entry = await openDevicePage(app, person, browser)
  return submitConsent(app, browser, await enterCode(app, browser, entry, user_code), form)
}
