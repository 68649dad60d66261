/** Error for a missing or invalid setting; its message is one line, shown before the process exits. */
export class ConfigError extends Error {
  readonly variable: string

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`.replaceAll(/\s+/g, ' '))
    this.name = 'ConfigError'
    this.variable = variable
  }
}

/** Typed readers of environment variables; each throws `ConfigError`, and an empty value counts as unset. */
export interface EnvReader {
  text(name: string): string | undefined
  /** Reads a value that is never shown in the error, since it may contain a password. */
  matching(name: string, pattern: Pick<RegExp, 'test'>, allowed: string): string | undefined
  integer<T extends number | undefined>(name: string, fallback: T, min: number, max: number): number | T
  choice<const T extends string, D extends NoInfer<T> | undefined>(
    name: string,
    values: readonly T[],
    fallback: D,
  ): T | D
  list(name: string, accepts: (item: string) => boolean, allowed: string, fallback?: string[]): string[]
}

export function createEnvReader(env: NodeJS.ProcessEnv): EnvReader {
  const readText = (name: string) => env[name]?.trim() || undefined
  const splitItems = (value: string) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  return {
    text: readText,
    matching(name, pattern, allowed) {
      const value = readText(name)
      if (value !== undefined && !pattern.test(value)) throw new ConfigError(name, `must be ${allowed}`)
      return value
    },
    integer(name, fallback, min, max) {
      const value = readText(name)
      if (value === undefined) return fallback
      const number = /^\d{1,10}$/.test(value) ? Number(value) : NaN
      if (number >= min && number <= max) return number
      throw new ConfigError(name, `is ${JSON.stringify(value)}; it must be a whole number from ${min} to ${max}`)
    },
    choice(name, values, fallback) {
      const value = readText(name)
      if (value === undefined) return fallback
      const match = values.find((one) => one === value)
      if (match !== undefined) return match
      throw new ConfigError(name, `is ${JSON.stringify(value)}; it must be one of ${values.join(', ')}`)
    },
    list(name, accepts, allowed, fallback = []) {
      const value = readText(name)
      const list = value === undefined ? fallback.flatMap(splitItems) : splitItems(value)
      const invalid = list.find((item) => !accepts(item))
      if (invalid === undefined) return list
      throw new ConfigError(name, `contains ${JSON.stringify(invalid)}; it must be ${allowed}`)
    },
  }
}
