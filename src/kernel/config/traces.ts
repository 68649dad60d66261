import { ConfigError, type Reader } from './reader.ts'

/** Where traces are sent, under which name, and how many of them. The variables are those of OpenTelemetry. */
export interface TracesConfig {
  /** Where spans are posted to: the endpoint with `/v1/traces` behind it. */
  url: string
  /** Sent with them: what a collector asks for of those who come in. */
  headers: Record<string, string>
  serviceName: string
  sampler: Sampler
}

/** Which traces are kept: all (1), none (0) or a share, and whether a caller that has decided is followed. */
export interface Sampler {
  share: number
  followsCaller: boolean
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Reads the variables of OpenTelemetry; undefined where no endpoint is set, so that no traces are made. */
export function readTraces(read: Reader): TracesConfig | undefined {
  const endpoint = read.matching(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    { test: isEndpoint },
    'an http or https address without query or credentials, such as http://127.0.0.1:4318',
  )
  const headers = readHeaders(read)
  const sampler = readSampler(read)
  const serviceName = read.text('OTEL_SERVICE_NAME') ?? 'svc'
  if (endpoint === undefined) return undefined
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers, serviceName, sampler }
}

function isEndpoint(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    !url.username &&
    !url.password &&
    !/[?#]/.test(text)
  )
}

const header = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*?)\s*$/

/** Reads `name=value,name=value`, each value percent-encoded as in the specification of OpenTelemetry. */
function readHeaders(read: Reader): Record<string, string> {
  const name = 'OTEL_EXPORTER_OTLP_HEADERS'
  const parts = (read.text(name) ?? '').split(',').filter((part) => part.trim() !== '')
  const entries = parts.map((part) => {
    const [, key, value] = header.exec(part) ?? []
    try {
      if (key !== undefined && value !== undefined) return [key, decodeURIComponent(value)] as const
    } catch {
      // Told like any other mistake: the value itself may be a secret.
    }
    throw new ConfigError(name, 'must be name=value pairs, comma-separated, each value percent-encoded')
  })
  return Object.fromEntries(entries)
}

function readSampler(read: Reader): Sampler {
  const name = read.oneOf('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on')
  const given = read.text('OTEL_TRACES_SAMPLER_ARG')
  const ratio = given === undefined ? 1 : /^(0|1|0?\.\d+|[01]\.\d+)$/.test(given) ? Number(given) : NaN
  if (!(ratio >= 0 && ratio <= 1))
    throw new ConfigError(
      'OTEL_TRACES_SAMPLER_ARG',
      `is ${JSON.stringify(given)}; it must be a number from 0 to 1`,
    )
  const share = name.endsWith('ratio') ? ratio : name.endsWith('on') ? 1 : 0
  return { share, followsCaller: name.startsWith('parentbased') }
}
