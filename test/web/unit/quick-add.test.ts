import { describe, expect, test, vi } from 'vitest'
import { attributesOf, parse, withoutMarks } from '../../../web/screens/quick-add/parse.ts'
import { dayNamed } from '../../../web/ui/words-of-days.ts'
import { daysAfter, liveIn, today } from '../../../web/ui/time.ts'

const known = {
  people: [{ username: 'ada' }, { username: 'adam' }, { username: 'bob' }],
  projects: [
    { project_id: 'P1', name: 'North quay' },
    { project_id: 'P2', name: 'North gate' },
    { project_id: 'P3', name: 'Überholung' },
  ],
}

const read = (line: string, ...rejected: string[]) => {
  const named = dayNamed(withoutMarks(line))
  return parse(line, known, new Set(rejected), named && { ...named, label: named.date })
}

/** What is written, and the day that it names. */
const written: [text: string, date: string | undefined][] = [
  ['Tomorrow', '2027-06-01'],
  ['the day after tomorrow', '2027-06-02'],
  ['mon', '2027-05-31'],
  ['Sunday', '2027-06-06'],
  ['next fri', '2027-06-11'],
  ['last thurs', '2027-05-27'],
  ['this weekend', '2027-06-05'],
  ['in two weeks', '2027-06-14'],
  ['10 days from now', '2027-06-10'],
  ['in a month', '2027-06-30'],
  ['2 years ago', '2025-05-31'],
  ['next week', '2027-06-07'],
  ['end of next month', '2027-06-30'],
  ['eom', '2027-05-31'],
  ['3d', '2027-06-03'],
  ['24 dec', '2027-12-24'],
  ['fri, 24th of December 2027', '2027-12-24'],
  ['Jan 5th', '2028-01-05'],
  ['May 30, 2027', '2027-05-30'],
  ['feb 29', '2028-02-29'],
  ['12/24', '2027-12-24'],
  ['24/12/2028', '2028-12-24'],
  ['24.12.', '2027-12-24'],
  ['2027-02-28', '2027-02-28'],
  ['2027-02-29', undefined],
  ['31 june', undefined],
  ['sun-dried rope', undefined],
  ['1/2-inch pipe', undefined],
  ['v1.24.12', undefined],
  ['2 weeks of rope', undefined],
]

describe('a task in one line', () => {
  test('everything that it says is understood, and the rest is the title', () => {
    const line = read('Order rope by tomorrow !high #upkeep @ada +quay')
    expect(line.title).toBe('Order rope')
    expect(attributesOf(line)).toEqual({
      priority: 'high',
      assignee: 'ada',
      project_id: 'P1',
      due_date: daysAfter(today(), 1),
      tags: ['upkeep'],
    })
  })

  test('what names nothing, or more than one, stays in the title', () => {
    const line = read('Mail ada@example.org about C# and +North !soon @nobody')
    expect(line).toEqual({ title: 'Mail ada@example.org about C# and +North !soon @nobody', parts: [] })
  })

  test('what is taken back is text again', () => {
    const line = read('Buy sun cream !low', 'sun', '!low')
    expect(line).toEqual({ title: 'Buy sun cream !low', parts: [] })
  })

  test('names are found without case and accents, in quotes or with dashes', () => {
    expect(attributesOf(read('a +uberholung')).project_id).toBe('P3')
    expect(attributesOf(read('a +"North gate"')).project_id).toBe('P2')
    expect(attributesOf(read('a +north-quay')).project_id).toBe('P1')
  })

  test('days are those of the person, and come', () => {
    liveIn('Pacific/Kiritimati')
    const there = dayNamed('today')
    liveIn('Pacific/Pago_Pago')
    const here = dayNamed('today')
    expect([there!.date, here!.date]).toEqual([today('Pacific/Kiritimati'), today('Pacific/Pago_Pago')])
    expect(there!.date > here!.date).toBe(true)
    expect(dayNamed('call 2w')!.date).toBe(daysAfter(today(), 14))
    const passed = new Date(`${daysAfter(today(), -40)}T12:00Z`)
    const said = passed.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
    expect(dayNamed(said)!.date > today()).toBe(true)
    expect(dayNamed('grease the crane')).toBeUndefined()
    liveIn(null)
  })

  test.each(written)('%s is %s', (text, date) => {
    // A Monday, on the last day of a month, with a leap day ahead.
    vi.setSystemTime('2027-05-31T12:00Z')
    liveIn('UTC')
    const said = `Order ${text} please`
    const named = dayNamed(said)
    expect(named && [named.date, said.slice(named.from, named.to)]).toEqual(date && [date, text])
    liveIn(null)
    vi.useRealTimers()
  })
})
