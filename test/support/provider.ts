import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'

/** Third-party identity provider that signs one user in without interaction, with claims that a test sets. */
export interface TestProvider {
  url: string
  /** Value of `auth_time`; undefined omits it. */
  authenticated: number | undefined
  subject: string
  /** Session id at the provider; undefined omits it. */
  sid: string | undefined
  /** Parameters of the last authorization request. */
  authorizationRequest: URLSearchParams
  idToken: string
  idClaims: JWTPayload
  /** Claims of the access token as a JWT; undefined: it is opaque. */
  accessClaims: JWTPayload | undefined
  /** Response of the userinfo endpoint, or the status with which it fails. */
  userinfo: JWTPayload | number
  /** Signs additional claims unchanged; undefined omits one. */
  sign(claims: JWTPayload, key?: CryptoKey): Promise<string>
  close(): void
}

/** Starts a provider; `metadata` extends its discovery document. */
export async function openProvider(metadata: object = {}): Promise<TestProvider> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'ES256', use: 'sig' }] }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: TestProvider = {
    url,
    authenticated: undefined,
    subject: 'grace',
    sid: undefined,
    authorizationRequest: new URLSearchParams(),
    idToken: '',
    idClaims: {},
    accessClaims: undefined,
    userinfo: 404,
    sign(claims, key = privateKey) {
      const now = Math.floor(Date.now() / 1000)
      const own = { iss: url, sub: provider.subject, aud: 'svc', iat: now, exp: now + 120 }
      return new SignJWT({ ...own, ...claims }).setProtectedHeader({ alg: 'ES256', kid: '1' }).sign(key)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }

  const buildTokens = async () => {
    const { authenticated } = provider
    const claims = {
      nonce: provider.authorizationRequest.get('nonce'),
      sid: provider.sid,
      ...(authenticated !== undefined && { auth_time: Math.floor(authenticated / 1000) }),
    }
    provider.idToken = await provider.sign({ ...claims, ...provider.idClaims })
    const access_token = provider.accessClaims ? await provider.sign(provider.accessClaims) : 'opaque'
    return { access_token, token_type: 'Bearer', id_token: provider.idToken }
  }
  const responses: Record<string, () => object | Promise<object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
      id_token_signing_alg_values_supported: ['ES256'],
      end_session_endpoint: `${url}/sign-out`,
      ...metadata,
    }),
    '/keys': () => jwks,
    '/userinfo': () => provider.userinfo as object,
    '/token': buildTokens,
  }
  server.on('request', async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, url)
    if (pathname === '/authorize') {
      provider.authorizationRequest = searchParams
      const redirectUrl = new URL(searchParams.get('redirect_uri')!)
      redirectUrl.searchParams.set('code', 'c')
      redirectUrl.searchParams.set('state', searchParams.get('state')!)
      return void response.writeHead(302, { location: redirectUrl.href }).end()
    }
    const result = await responses[pathname]?.()
    const status = typeof result === 'number' ? result : result ? 200 : 404
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(result ?? {}))
  })
  return provider
}
