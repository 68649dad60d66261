import { expect, test } from 'vitest'
import {
  addDays,
  toInstant,
  TIME_OF_DAY_PATTERN,
  isTimeZone,
  toLocalDate,
  toLocalTime,
} from '../../src/core/time-zones.ts'

const toUtc = (date: string, time: string, zone: string) => new Date(toInstant(date, time, zone)).toISOString()
const toLocal = (instant: string, zone: string) => {
  const millis = Date.parse(instant)
  return `${toLocalDate(millis, zone)} ${toLocalTime(millis, zone)}`
}

test('applies the offset of the zone in summer and in winter', () => {
  expect(toUtc('2026-07-01', '09:00', 'Europe/Berlin')).toBe('2026-07-01T07:00:00.000Z')
  expect(toUtc('2026-12-01', '09:00', 'Europe/Berlin')).toBe('2026-12-01T08:00:00.000Z')
  expect(toUtc('2026-07-01', '09:00', 'America/New_York')).toBe('2026-07-01T13:00:00.000Z')
  expect(toUtc('2026-12-01', '09:00', 'America/New_York')).toBe('2026-12-01T14:00:00.000Z')
  expect(toUtc('2026-12-01', '09:00', 'Asia/Kathmandu')).toBe('2026-12-01T03:15:00.000Z')
  expect(toUtc('2026-12-01', '09:00', 'Pacific/Apia')).toBe('2026-11-30T20:00:00.000Z')
  expect(toUtc('2026-12-01', '09:00', 'UTC')).toBe('2026-12-01T09:00:00.000Z')
})

test('shifts a skipped local time forward by the length of the gap', () => {
  expect(toUtc('2027-03-28', '01:59', 'Europe/Berlin')).toBe('2027-03-28T00:59:00.000Z')
  expect(toUtc('2027-03-28', '02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z')
  expect(toLocal(toUtc('2027-03-28', '02:30', 'Europe/Berlin'), 'Europe/Berlin')).toBe('2027-03-28 03:30')
  expect(toUtc('2027-03-28', '03:00', 'Europe/Berlin')).toBe('2027-03-28T01:00:00.000Z')
  expect(toLocal(toUtc('2027-03-14', '02:30', 'America/New_York'), 'America/New_York')).toBe('2027-03-14 03:30')
})

test('uses the first occurrence of a repeated local time', () => {
  expect(toUtc('2026-10-25', '01:59', 'Europe/Berlin')).toBe('2026-10-24T23:59:00.000Z')
  expect(toUtc('2026-10-25', '02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(toUtc('2026-10-25', '03:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z')
  expect(toUtc('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
})

test('supports half-hour and winter daylight saving time', () => {
  expect(toLocal(toUtc('2026-10-04', '02:15', 'Australia/Lord_Howe'), 'Australia/Lord_Howe')).toBe('2026-10-04 02:45')
  expect(toUtc('2027-04-04', '01:45', 'Australia/Lord_Howe')).toBe('2027-04-03T14:45:00.000Z')
  // Morocco is an hour ahead of Greenwich, except during Ramadan.
  expect(toUtc('2026-01-15', '09:00', 'Africa/Casablanca')).toBe('2026-01-15T08:00:00.000Z')
  expect(toUtc('2026-03-01', '09:00', 'Africa/Casablanca')).toBe('2026-03-01T09:00:00.000Z')
  expect(toUtc('2026-02-15', '02:30', 'Africa/Casablanca')).toBe('2026-02-15T01:30:00.000Z')
  expect(toLocal(toUtc('2026-03-22', '02:30', 'Africa/Casablanca'), 'Africa/Casablanca')).toBe('2026-03-22 03:30')
})

test('uses the next day for a day that the zone skipped', () => {
  expect(toLocal(toUtc('2011-12-30', '10:00', 'Pacific/Apia'), 'Pacific/Apia')).toBe('2011-12-31 10:00')
  expect(toLocal(toUtc('2011-12-29', '23:59', 'Pacific/Apia'), 'Pacific/Apia')).toBe('2011-12-29 23:59')
  expect(toLocal(toUtc('2011-12-31', '00:00', 'Pacific/Apia'), 'Pacific/Apia')).toBe('2011-12-31 00:00')
})

test('returns the local date and time of an instant', () => {
  const midnight = '2026-11-22T23:30:15.999Z'
  expect(toLocal(midnight, 'UTC')).toBe('2026-11-22 23:30')
  expect(toLocal(midnight, 'Europe/Berlin')).toBe('2026-11-23 00:30')
  expect(toLocal(midnight, 'Asia/Kathmandu')).toBe('2026-11-23 05:15')
  expect(toLocal(midnight, 'America/New_York')).toBe('2026-11-22 18:30')
  expect(toLocal(midnight, 'Pacific/Apia')).toBe('2026-11-23 12:30')
})

test('round-trips any time of any day, except skipped ones', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Africa/Casablanca', 'Pacific/Apia', 'Asia/Kathmandu']
  for (const zone of zones)
    for (let day = '2026-01-01', last = 0; day < '2028-01-01'; day = addDays(day, 1))
      for (const time of ['00:00', '01:30', '02:30', '03:30', '12:00', '23:59']) {
        const millis = toInstant(day, time, zone)
        expect(millis, `${zone} ${day} ${time}`).toBeGreaterThan(last)
        const [date, clock] = [toLocalDate(millis, zone), toLocalTime(millis, zone)]
        expect([date, clock >= time], `${zone} ${day} ${time}`).toEqual([day, true])
        // No earlier instant has this local time.
        if (clock === time) expect(toLocalTime(millis - 3600_000, zone)).not.toBe(time)
        // A skipped time equals the instant of the same minute an hour later, so consecutive times may be equal.
        last = millis - 3600_000 - 1
      }
})

test('supports the first centuries of the calendar', () => {
  expect(toUtc('0050-06-01', '12:00', 'UTC')).toBe('0050-06-01T12:00:00.000Z')
  expect(toLocalDate(Date.parse('0050-06-01T12:00:00Z'), 'UTC')).toBe('0050-06-01')
  // Before time zones, each location had its solar time, to the second.
  expect(toUtc('1800-01-01', '12:00', 'Europe/Berlin')).toBe('1800-01-01T11:06:32.000Z')
})

test('accepts names of the tz database, not offsets', () => {
  const names = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'US/Pacific', 'Etc/GMT+5']
  expect(names.filter((name) => !isTimeZone(name))).toEqual([])
  const others = ['', 'Berlin', 'Europe/Atlantis', '+01:00', '-05', 'Europe/Berlin ', 'UTC\n', '../UTC']
  expect(others.filter(isTimeZone)).toEqual([])
})

test('converts correctly for more zones than the formatter cache contains', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  expect(zones.length).toBeGreaterThan(300)
  const computeNoon = (zone: string) => toLocalTime(toInstant('2026-06-01', '12:00', zone), zone)
  expect(zones.filter((zone) => computeNoon(zone) !== '12:00')).toEqual([])
})

test('adds days across months, leap days and clock changes', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  expect(addDays('2027-03-28', -365)).toBe('2026-03-28')
})

test('requires two digits for hours and minutes', () => {
  const pattern = new RegExp(TIME_OF_DAY_PATTERN)
  expect(['00:00', '09:05', '23:59'].every((text) => pattern.test(text))).toBe(true)
  expect(['9:00', '24:00', '12:60', '12:00:00', '', ' 12:00'].some((text) => pattern.test(text))).toBe(false)
})

test.each(['Mars/Olympus', 'Etc/Unknown', ''])(
  'uses UTC for a stored zone that this runtime does not know: %j',
  (zone) => {
    expect(toLocal('2026-07-01T22:30:00Z', zone)).toBe('2026-07-01 22:30')
    expect(toUtc('2026-12-01', '09:00', zone)).toBe('2026-12-01T09:00:00.000Z')
  },
)
