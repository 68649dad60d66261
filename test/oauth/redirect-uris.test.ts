import { describe, expect, test } from 'vitest'
import { matchesRedirectUri, validateRedirectUri } from '../../src/resources/platform/oauth-clients/redirect-uris.ts'

describe('a redirect URI', () => {
  test.each([
    'https://app.example.com/callback',
    'https://app.example.com',
    'https://app.example.com:8443/cb?from=svc',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:51000/cb',
    'http://[::1]:8000/',
    'http://localhost:3000',
    'https://localhost:3000/cb',
    'cursor://anysphere.cursor-retrieval/oauth/user-agent/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'com.example.app:/oauth2redirect',
    'com.example.app://callback',
    'com.googleusercontent.apps.123-abc:/oauth2redirect',
    'x-app+1:/cb?from=svc',
  ])('%s can be registered', (uri) => expect(validateRedirectUri(uri)).toBeUndefined())

  test.each([
    '',
    'callback',
    '/callback',
    '//app.example.com/cb',
    'http://app.example.com/cb',
    'http://127.0.0.1.example.com/cb',
    'http://localhost.example.com/cb',
    'http://127.0.0.2/cb',
    'http://localhost:3000@evil.example/cb',
    'http://2130706433/cb',
    'http://127.0.0.1:99999/cb',
    'https://user@app.example.com/cb',
    'https://user:word@app.example.com/cb',
    'https://@app.example.com/cb',
    'https:\\\\app.example.com',
    'https:app.example.com',
    'https://app.example.com/cb#part',
    'https://app.example.com/cb#',
    'https://app.example.com/a b',
    'https://app.example.com/cb\n',
    'https://bücher.example/cb',
    'javascript:alert(1)',
    'javascript://app.example.com/%0aalert(1)',
    'JavaScript:/alert(1)',
    'data:text/html,x',
    'data:/,x',
    'vbscript:/x',
    'blob:https://app.example.com/x',
    'file:///etc/passwd',
    'filesystem:https://app.example.com/x',
    'about:/blank',
    'view-source://app.example.com',
    'intent://scan/#Intent;scheme=app;end',
    'intent://scan',
    'chrome://settings',
    'chrome-untrusted://terminal/',
    'googlechrome://app.example.com',
    'ms-msdt:/id',
    'ms-appinstaller:/?source=https://app.example.com',
    'microsoft-edge:/x',
    'web+app:/cb',
    'search-ms:/query',
    'itms-services://?url=x',
    'ssh://app.example.com',
    'market://details',
    'mailto:ada@example.com',
    'mailto://ada',
    'tel://123',
    'urn:ietf:wg:oauth:2.0:oob',
    'ws://app.example.com/cb',
    'ftp://app.example.com/cb',
    'com.example.app:callback',
    'com.example.app:',
    'cursor:/',
    'Cursor://callback',
    'cursor://callback#part',
    'cursor://user@callback',
    '1password://callback',
    'https://',
  ])('%j cannot be registered', (uri) => expect(validateRedirectUri(uri)).toEqual(expect.any(String)))

  test('is compared character by character', () => {
    const registered = 'https://app.example.com/cb'
    expect(matchesRedirectUri(registered, registered)).toBe(true)
    for (const other of [
      'https://app.example.com/cb/',
      'https://app.example.com/cb?x=1',
      'https://app.example.com/CB',
      'https://APP.example.com/cb',
      'https://app.example.com:443/cb',
      'https://app.example.com/x/../cb',
      'http://app.example.com/cb',
      'https://app.example.com.evil.example/cb',
      'https://app.example.com/cb#x',
    ])
      expect([other, matchesRedirectUri(registered, other)]).toEqual([other, false])
  })

  test('on loopback may have any port, and no other difference', () => {
    const registered = 'http://127.0.0.1:8000/cb?a=1'
    for (const port of ['', ':1', ':51000', ':8000'])
      expect(matchesRedirectUri(registered, `http://127.0.0.1${port}/cb?a=1`)).toBe(true)
    for (const other of [
      'http://localhost:8000/cb?a=1',
      'http://127.0.0.1:8000/cb',
      'http://127.0.0.1:8000/cb?a=1#x',
      'https://127.0.0.1:8000/cb?a=1',
      'http://127.0.0.1:8000@evil.example/cb?a=1',
      'http://127.0.0.1:80:80/cb?a=1',
      'http://127.0.0.1:/cb?a=1',
      'http://127.0.0.1:65536/cb?a=1',
      'http://127.0.0.1:99999/cb?a=1',
    ])
      expect([other, matchesRedirectUri(registered, other)]).toEqual([other, false])
    expect(matchesRedirectUri('cursor://127.0.0.1:1/cb', 'cursor://127.0.0.1:2/cb')).toBe(false)
    expect(matchesRedirectUri('com.example.app:/cb', 'com.example.app:/cb/x')).toBe(false)
    expect(matchesRedirectUri('https://localhost:1/cb', 'https://localhost:2/cb')).toBe(false)
  })
})
