import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '../../src/core/config/config.ts'

const KEY = `1:${Buffer.alloc(32, 7).toString('base64')}`

/** Settings that others need. */
const CONTEXTS: [pattern: RegExp, env: Record<string, string>][] = [
  [/^(DATABASE_P|SECRET_KEYS|ROLE)/, { DATABASE_URL: 'postgres://u@h/db', SECRET_KEYS: KEY }],
  [/^(MAIL_FROM|INVITES_PER_DAY|ABUSE|SMTP|ACCOUNTS_JOIN)/, { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.com' }],
  [/^BACKUP_/, { BACKUP_TO: '/tmp/backups' }],
  [/^OTEL_/, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_SAMPLER: 'traceidratio' }],
  [/^AWS_/, { STORAGE_URL: 's3://bucket', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }],
  [/^(OIDC_|ACCOUNTS$)/, { OIDC_ISSUER: 'https://id.example.com' }],
]
const getContext = (name: string) => CONTEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? {}

const rows = readFileSync('docs/configuration.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [, names, text, byDefault] = line.split(/\s*\|\s*/) as [string, string, string, string]
    return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => ({ name: name!, text, byDefault }))
  })

/** Returns the names that are read with some settings. */
function listRead(settings: Record<string, string>): string[] {
  const names = new Set<string>()
  const get = (env: Record<string, string>, name: string) => (names.add(name), env[name])
  loadConfig(new Proxy(settings, { get } as ProxyHandler<Record<string, string>>))
  return [...names]
}

/** Returns why a value is not accepted, without the name. */
function findProblem(name: string, value: string): string {
  try {
    loadConfig({ ...getContext(name), [name]: value })
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

test('the documentation lists exactly the settings that the server reads, each once', () => {
  const read = new Set(CONTEXTS.flatMap(([, env]) => listRead(env)))
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...read].toSorted())
})

describe.each(rows)('the documentation of $name', ({ name, text, byDefault }) => {
  test('states the range and the values that are accepted', () => {
    const problem = findProblem(name, 'no such value')
    const range = /from (\d+) to (\d+)(?:,|$)/.exec(problem)
    if (range && name !== 'OTEL_TRACES_SAMPLER_ARG') expect(text).toContain(`${range[1]} to ${range[2]}`)
    const values = /must be one of (.+)$/.exec(problem)?.[1]!.split(', ') ?? []
    const documented = `${text} ${byDefault}`
    // A prefix is documented once for three values.
    for (const value of values)
      expect(documented).toContain(`\`${value.replace(/^parentbased_(?=trace|always_off)/, '')}`)
  })

  test('states the default', () => {
    const value = /^`([^`]+)`(?: |$)/.exec(byDefault)?.[1]
    // Names of other settings in upper case stand for their values.
    if (value === undefined || /[A-Z]{3}/.test(value) || / if | with such| on a terminal/.test(byDefault)) return
    const { [name]: _, ...context } = getContext(name)
    expect(loadConfig({ ...context, [name]: value })).toEqual(loadConfig(context))
  })
})
