/** A setting that is missing or wrong. Its message is the one line that is shown before the process ends. */
export class ConfigError extends Error {
  readonly variable: string

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`.replaceAll(/\s+/g, ' '))
    this.name = 'ConfigError'
    this.variable = variable
  }
}

/** Typed readers of one environment; each throws `ConfigError`, and an empty value counts as unset. */
export interface Reader {
  text(name: string): string | undefined
  /** The value is never shown in the error, since it may hold a password. */
  matching(name: string, pattern: Pick<RegExp, 'test'>, allowed: string): string | undefined
  integer<T extends number | undefined>(name: string, fallback: T, min: number, max: number): number | T
  oneOf<const T extends string, D extends NoInfer<T> | undefined>(
    name: string,
    values: readonly T[],
    fallback: D,
  ): T | D
  list(name: string, accepts: (item: string) => boolean, allowed: string, fallback?: string[]): string[]
}

/** Gives the readers for `env`. */
export function reader(env: NodeJS.ProcessEnv): Reader {
  const text = (name: string) => env[name]?.trim() || undefined
  const items = (value: string) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  return {
    text,
    matching(name, pattern, allowed) {
      const value = text(name)
      if (value !== undefined && !pattern.test(value)) throw new ConfigError(name, `must be ${allowed}`)
      return value
    },
    integer(name, fallback, min, max) {
      const value = text(name)
      if (value === undefined) return fallback
      const number = /^\d{1,10}$/.test(value) ? Number(value) : NaN
      if (number >= min && number <= max) return number
      throw new ConfigError(
        name,
        `is ${JSON.stringify(value)}; it must be a whole number from ${min} to ${max}`,
      )
    },
    oneOf(name, values, fallback) {
      const value = text(name)
      if (value === undefined) return fallback
      const known = values.find((one) => one === value)
      if (known !== undefined) return known
      throw new ConfigError(name, `is ${JSON.stringify(value)}; it must be one of ${values.join(', ')}`)
    },
    list(name, accepts, allowed, fallback = []) {
      const value = text(name)
      const list = value === undefined ? fallback.flatMap(items) : items(value)
      const wrong = list.find((item) => !accepts(item))
      if (wrong === undefined) return list
      throw new ConfigError(name, `holds ${JSON.stringify(wrong)}; it must be ${allowed}`)
    },
  }
}
