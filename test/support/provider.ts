import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Somebody else's identity provider, which signs the same person in without asking, and says what it is told to. */
export interface TestProvider {
  url: string
  /** When it says that the person proved who they are; undefined: it does not say. */
  authenticated: number | undefined
  /** What the last authorization request asked for. */
  asked: URLSearchParams
  /** The last ID token that it gave. */
  idToken: string
  close(): void
}

export async function openProvider(): Promise<TestProvider> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'ES256', use: 'sig' }] }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: TestProvider = {
    url,
    authenticated: undefined,
    asked: new URLSearchParams(),
    idToken: '',
    close() {
      server.closeAllConnections()
      server.close()
    },
  }

  const tokens = async () => {
    const { authenticated } = provider
    const claims = {
      nonce: provider.asked.get('nonce'),
      ...(authenticated !== undefined && { auth_time: Math.floor(authenticated / 1000) }),
    }
    provider.idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: '1' })
      .setIssuer(url)
      .setSubject('grace')
      .setAudience('svc')
      .setIssuedAt()
      .setExpirationTime('1 hour')
      .sign(privateKey)
    return { access_token: 'opaque', token_type: 'Bearer', id_token: provider.idToken }
  }
  const answers: Record<string, () => object | Promise<object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
      id_token_signing_alg_values_supported: ['ES256'],
      end_session_endpoint: `${url}/sign-out`,
    }),
    '/keys': () => jwks,
    '/token': tokens,
  }
  server.on('request', async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, url)
    if (pathname === '/authorize') {
      provider.asked = searchParams
      const back = new URL(searchParams.get('redirect_uri')!)
      back.searchParams.set('code', 'c')
      back.searchParams.set('state', searchParams.get('state')!)
      return void response.writeHead(302, { location: back.href }).end()
    }
    const answer = await answers[pathname]?.()
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  return provider
}
