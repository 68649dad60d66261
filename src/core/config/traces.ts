import { ConfigError, type EnvReader } from './reader.ts'

export interface TracesConfig {
  url: string
  /** Additional request headers, such as credentials of a collector (default none). */
  headers: Record<string, string>
  serviceName: string
  sampler: TraceSampler
}

/** Share of recorded traces from 0 to 1 (default 1), and whether the caller's decision applies. */
export interface TraceSampler {
  ratio: number
  respectsParent: boolean
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export function readTraces(read: EnvReader): TracesConfig | undefined {
  const endpoint = read.matching(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    { test: isEndpoint },
    'an http or https URL without query or credentials, such as http://127.0.0.1:4318',
  )
  const headers = readHeaders(read)
  const sampler = readSampler(read)
  const serviceName = read.text('OTEL_SERVICE_NAME') ?? 'svc'
  if (endpoint === undefined) return undefined
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers, serviceName, sampler }
}

function isEndpoint(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
}

const HEADER = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*?)\s*$/

/** Parses `name=value,name=value` with percent-encoded values, as OpenTelemetry specifies. */
function readHeaders(read: EnvReader): Record<string, string> {
  const name = 'OTEL_EXPORTER_OTLP_HEADERS'
  const parts = (read.text(name) ?? '').split(',').filter((part) => part.trim() !== '')
  const entries = parts.map((part) => {
    const [, key, value] = HEADER.exec(part) ?? []
    try {
      if (key !== undefined && value !== undefined) return [key, decodeURIComponent(value)] as const
    } catch {}
    throw new ConfigError(name, 'must be name=value pairs, comma-separated, each value percent-encoded')
  })
  return Object.fromEntries(entries)
}

function readSampler(read: EnvReader): TraceSampler {
  const name = read.choice('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on')
  const text = read.text('OTEL_TRACES_SAMPLER_ARG')
  const ratio = text === undefined ? 1 : /^(0|1|0?\.\d+|[01]\.\d+)$/.test(text) ? Number(text) : NaN
  if (!(ratio >= 0 && ratio <= 1))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG', `is ${JSON.stringify(text)}; it must be a number from 0 to 1`)
  const share = name.endsWith('ratio') ? ratio : name.endsWith('on') ? 1 : 0
  return { ratio: share, respectsParent: name.startsWith('parentbased') }
}
