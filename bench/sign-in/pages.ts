import { Pool } from 'undici'
import type { Account } from './accounts.ts'

const RESPONSE_TIMEOUT_MS = 60_000
const WRONG = 'password is wrong'
const WAIT = 'Too many attempts'

/** A sign-in page that was opened: its form token, and the cookie of the browser. */
export interface OpenedPage {
  flow: string
  cookie: string
}

interface Response {
  status: number
  text: string
  location: string
  cookies: string[]
}

export const outcomes = ['checked', 'delayed', '429', '503', 'other'] as const
/** Result of a wrong password. */
export type Outcome = (typeof outcomes)[number]

const toList = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat())
const findFlow = (text: string) => /(?:name="flow" value="|\?flow=)([^"&]+)/.exec(text)?.[1]

/** Browsers that use the sign-in pages behind a proxy, each request from the IP that it names. */
export class SignInPages {
  readonly #pool: Pool
  readonly #origin: string

  constructor(port: number, connections: number) {
    this.#origin = `http://127.0.0.1:${port}`
    const timeouts = { headersTimeout: RESPONSE_TIMEOUT_MS, bodyTimeout: RESPONSE_TIMEOUT_MS }
    this.#pool = new Pool(this.#origin, { connections, ...timeouts })
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  /** Opens the sign-in page from the link to it. */
  async open(ip: string): Promise<OpenedPage> {
    const begun = await this.#request('GET', '/auth/sign-in', { 'x-forwarded-for': ip })
    const cookie = begun.cookies.map((one) => one.split(';')[0]!).join('; ')
    const page = await this.#request('GET', begun.location || '/', { 'x-forwarded-for': ip, cookie })
    const flow = findFlow(page.text)
    if (flow === undefined) throw new Error(`sign-in page: ${page.status} ${page.text.slice(0, 300)}`)
    return { flow, cookie }
  }

  /** Signs in completely: from the link to the page, until the browser has its session. */
  async signIn(account: Account, ip: string): Promise<void> {
    const { status, cookies } = await this.#submit(await this.open(ip), account, ip)
    if (status !== 303 || !cookies.some((one) => one.startsWith('svc_session')))
      throw new Error(`sign-in: ${status} instead of a session`)
  }

  async tryPassword(page: OpenedPage, account: Account, ip: string): Promise<Outcome> {
    const { status, text } = await this.#submit(page, account, ip)
    if (status === 429 || status === 503) return `${status}`
    if (status !== 422) return 'other'
    return text.includes(WRONG) ? 'checked' : text.includes(WAIT) ? 'delayed' : 'other'
  }

  #submit({ flow, cookie }: OpenedPage, { email, password }: Account, ip: string): Promise<Response> {
    const body = new URLSearchParams({ flow, email, password }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded', origin: this.#origin }
    return this.#request('POST', '/id/sign-in', { 'x-forwarded-for': ip, cookie, ...type }, body)
  }

  async #request(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    sent?: string,
  ): Promise<Response> {
    const request = { method, path, headers, ...(sent !== undefined && { body: sent }) }
    const { statusCode, headers: received, body } = await this.#pool.request(request)
    return {
      status: statusCode,
      text: await body.text(),
      location: toList(received.location)[0] ?? '',
      cookies: toList(received['set-cookie']),
    }
  }
}
