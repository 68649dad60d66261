import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments, parse } from 'yaml'
import { loadConfig } from '../../src/core/config/config.ts'

/** Maximum seconds for a graceful stop: running requests and the last traces. */
const stopping = 12

const joinPath = (...names: string[]) => path.join('deploy', ...names)
const read = (...names: string[]) => readFileSync(joinPath(...names), 'utf8')
const secretKeys = `1:${Buffer.alloc(32, 7).toString('base64')}`

type Values = Record<string, string>
interface Service {
  environment: Values
  healthcheck?: object
  read_only?: boolean
  restart?: string
  stop_grace_period?: string
  networks: string[] | Record<string, { ipv4_address?: string }>
}

const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const ours = ['migrate', 'api', 'worker'] as const

/** Instructions of the Dockerfile, with continued lines joined. */
const instructions = read('Dockerfile')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
const imageEnv: Values = Object.fromEntries(
  instructions.flatMap((line) =>
    line.startsWith('ENV ')
      ? line
          .slice(4)
          .split(' ')
          .map((pair) => pair.split('=') as [string, string])
      : [],
  ),
)

/** Returns the variables of a systemd or compose file, including those commented out with `#`. */
const parseVariables = (text: string): Values =>
  Object.fromEntries(
    [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const),
  )

interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Values
  stringData?: Values
}
const manifests = readdirSync(joinPath('kubernetes')).flatMap((name) =>
  parseAllDocuments(read('kubernetes', name)).map((document) => document.toJS() as Manifest),
)
const findManifest = (kind: string) => manifests.find((one) => one.kind === kind)!
const kubernetes: Values = { ...findManifest('ConfigMap').data, ...findManifest('Secret').stringData }

/** Returns every variable that the settings read, with all optional features configured. */
function listSettings(): Set<string> {
  const names = new Set<string>(['NODE_ENV'])
  const hosted: NodeJS.ProcessEnv = {
    OIDC_ISSUER: 'https://login.example.com',
    STORAGE_URL: 's3://files',
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'svc@example.com',
  }
  loadConfig(new Proxy(hosted, { get: (env, name) => (names.add(String(name)), env[String(name)]) }))
  return names
}

test('every variable in a deployment file is a setting of the service', () => {
  const settings = listSettings()
  expect(settings.size).toBeGreaterThan(40)
  const named = {
    image: imageEnv,
    ...Object.fromEntries(ours.map((name) => [name, compose.services[name]!.environment])),
    example: parseVariables(read('svc.env.example')),
    kubernetes,
    units: Object.fromEntries(
      readdirSync(joinPath('systemd')).flatMap((name) =>
        [...read('systemd', name).matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs]) =>
          pairs!.split(' ').map((pair) => pair.split('=') as [string, string]),
        ),
      ),
    ),
  }
  // Read by the image of PostgreSQL, and part of DATABASE_URL.
  settings.add('POSTGRES_PASSWORD')
  for (const [where, values] of Object.entries(named)) {
    expect(Object.keys(values), `${where}`).not.toEqual([])
    for (const name of Object.keys(values)) expect(settings, `${name} in ${where}`).toContain(name)
  }
})

test('the settings of the deployment files are valid once the secrets are filled in', () => {
  const filled = { SECRET_KEYS: secretKeys, DATABASE_URL: 'postgres://svc:secret@db/svc' }
  expect(loadConfig({ ...imageEnv, ...kubernetes, ...filled, ROLE: 'api' })).toMatchObject({
    production: true,
    port: 8080,
    dataDir: '/data',
    storage: { kind: 'bucket' },
  })
  const offered = parseVariables(read('svc.env.example'))
  expect(loadConfig({ ...offered, ...filled }).traces?.url).toBe('http://127.0.0.1:4318/v1/traces')
  const given: Values = { ...offered, POSTGRES_PASSWORD: 'secret', SECRET_KEYS: secretKeys }
  for (const name of ours) {
    const { environment } = compose.services[name]!
    const env = Object.entries(environment).map(([key, value]) => {
      const filledIn = value.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, variable: string) => given[variable] ?? '')
      return [key, filledIn] as const
    })
    expect(loadConfig({ ...imageEnv, ...Object.fromEntries(env) })).toMatchObject({
      role: environment.ROLE ?? 'all',
      databaseUrl: 'postgres://svc:secret@postgres/svc',
    })
  }
})

test('the settings of sign-in and operators reach the processes of compose.yaml, and are in the example', () => {
  const names = [...listSettings()].filter((name) => /^(OIDC_|ACCOUNTS|OPERATORS$)/.test(name))
  expect(names.length).toBeGreaterThan(6)
  const example = Object.keys(parseVariables(read('svc.env.example')))
  for (const name of names) {
    expect(example).toContain(name)
    for (const service of ours)
      expect([service, compose.services[service]!.environment[name]]).toEqual([service, `\${${name}:-}`])
  }
})

test('all deployment files use one port', () => {
  const port = imageEnv.PORT!
  expect(instructions).toContain(`EXPOSE ${port}`)
  expect(compose.services.caddy!.environment.SVC_UPSTREAM).toBe(`api:${port}`)
  expect(read('Caddyfile')).toContain(`{$SVC_UPSTREAM:127.0.0.1:${port}}`)
  for (const name of ['api', 'worker'])
    expect(read('kubernetes', `${name}.yaml`)).toContain(`{ name: http, containerPort: ${port} }`)
})

test('every deployment file allows enough time for a graceful stop', () => {
  for (const [, seconds] of read('systemd', 'svc.service').matchAll(/^TimeoutStopSec=(\d+)$/gm))
    expect(Number(seconds)).toBeGreaterThan(stopping)
  for (const name of ['api', 'worker'] as const) {
    expect(parseInt(compose.services[name]!.stop_grace_period!)).toBeGreaterThan(stopping)
    const text = read('kubernetes', `${name}.yaml`)
    const [, grace] = /terminationGracePeriodSeconds: (\d+)/.exec(text)!
    const [, before = '0'] = /setTimeout\(\(\) => \{\}, (\d+)\)/.exec(text) ?? []
    expect(Number(grace) - Number(before) / 1000).toBeGreaterThan(stopping)
  }
})

test('containers write only to their volume and run without root', () => {
  expect(instructions).toEqual(expect.arrayContaining(['USER 1000:1000', 'VOLUME ["/data"]', 'STOPSIGNAL SIGTERM']))
  for (const line of instructions.filter((one) => /^(RUN|CMD|ENTRYPOINT)/.test(one)))
    expect(line, 'no shell').toMatch(/^[A-Z]+ \["/)
  for (const name of ours) expect(compose.services[name]!.read_only).toBe(true)
  for (const service of ['postgres', 'api', 'worker', 'caddy'])
    expect(compose.services[service]!.restart).toBe('unless-stopped')
})

test('the image copies only existing files, and none that .dockerignore excludes', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(ignored).toContain('*')
  const copied = instructions
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap((line) => line.split(' ').slice(1, -1))
  expect(copied).toContain('src')
  for (const name of copied) {
    expect(existsSync(name), `${name}`).toBe(true)
    expect(ignored, `${name}`).toContain(`!${name.split('/')[0]}`)
  }
})

test('the proxy neither compresses nor buffers, and is the trusted one', () => {
  const lines = read('Caddyfile')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('#'))
  expect(lines).toContain('flush_interval -1')
  expect(lines.filter((line) => /^(encode|header_up|request_buffers|response_buffers)/.test(line))).toEqual([])
  const { front } = compose.services.caddy!.networks as Record<string, { ipv4_address: string }>
  expect(compose.services.api!.environment.TRUST_PROXY).toBe(front!.ipv4_address)
})

test('the documented image has the tag of this version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const texts = [
    'docs/deploying.md',
    joinPath('kubernetes', 'migrate.yaml'),
    joinPath('kubernetes', 'kustomization.yaml'),
  ]
  const tags = texts.map((file) => [
    ...new Set(readFileSync(file, 'utf8').match(/(?<=(?:[ /]svc:|newTag: ))\d+\.\d+\.\d+/g)),
  ])
  expect(tags).toEqual(texts.map(() => [version]))
})
