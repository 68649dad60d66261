/** Days and times of day of times in a time zone. */
const BASIC = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/
const EXTENDED = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

const isDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** Reads dates and times in the forms of ISO 8601. Those without an offset are local already. */
export class DayFormat {
  readonly #format: Intl.DateTimeFormat

  constructor(timeZone = 'UTC') {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    this.#format = new Intl.DateTimeFormat('en-CA', { ...parts, hourCycle: 'h23', timeZone })
  }

  /** Returns the day, YYYY-MM-DD; undefined for what is none. */
  read(text: string | undefined): string | undefined {
    return this.#parse(text)?.day
  }

  /** Returns the time of day, HH:MM; undefined for a date alone. */
  readTime(text: string | undefined): string | undefined {
    return this.#parse(text)?.time
  }

  #parse(text: string | undefined): { day: string; time: string | undefined } | undefined {
    const [, year, month, date, hour, minute, second, zone] = BASIC.exec(text ?? '') ?? EXTENDED.exec(text ?? '') ?? []
    const day = `${year}-${month}-${date}`
    if (year === undefined || !isDay(day)) return undefined
    if (!zone) return { day, time: hour && `${hour}:${minute}` }
    const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(/^(...):?/, '$1:')
    const instant = Date.parse(`${day}T${hour}:${minute}:${second ?? '00'}${offset}`)
    if (Number.isNaN(instant)) return undefined
    const part = Object.fromEntries(this.#format.formatToParts(instant).map(({ type, value }) => [type, value]))
    return { day: `${part['year']}-${part['month']}-${part['day']}`, time: `${part['hour']}:${part['minute']}` }
  }
}
