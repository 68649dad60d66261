import { describe, expect, test } from 'vitest'
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

const read = async (line: string, ...rejected: string[]) => {
  const named = await dayNamed(withoutMarks(line))
  return parse(line, known, new Set(rejected), named && { ...named, label: named.date })
}

describe('a task in one line', () => {
  test('everything that it says is understood, and the rest is the title', async () => {
    const line = await read('Order rope by tomorrow !high #upkeep @ada +quay')
    expect(line.title).toBe('Order rope')
    expect(attributesOf(line)).toEqual({
      priority: 'high',
      assignee: 'ada',
      project_id: 'P1',
      due_date: daysAfter(today(), 1),
      tags: ['upkeep'],
    })
  })

  test('what names nothing, or more than one, stays in the title', async () => {
    const line = await read('Mail ada@example.org about C# and +North !soon @nobody')
    expect(line).toEqual({ title: 'Mail ada@example.org about C# and +North !soon @nobody', parts: [] })
  })

  test('what is taken back is text again', async () => {
    const line = await read('Buy sun cream !low', 'sun', '!low')
    expect(line).toEqual({ title: 'Buy sun cream !low', parts: [] })
  })

  test('names are found without case and accents, in quotes or with dashes', async () => {
    expect(attributesOf(await read('a +uberholung')).project_id).toBe('P3')
    expect(attributesOf(await read('a +"North gate"')).project_id).toBe('P2')
    expect(attributesOf(await read('a +north-quay')).project_id).toBe('P1')
  })

  test('days are those of the person, and come', async () => {
    liveIn('Pacific/Kiritimati')
    const there = await dayNamed('today')
    liveIn('Pacific/Pago_Pago')
    const here = await dayNamed('today')
    expect([there!.date, here!.date]).toEqual([today('Pacific/Kiritimati'), today('Pacific/Pago_Pago')])
    expect(there!.date > here!.date).toBe(true)
    expect((await dayNamed('call 2w'))!.date).toBe(daysAfter(today(), 14))
    const passed = new Date(`${daysAfter(today(), -40)}T12:00Z`)
    const said = passed.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
    expect((await dayNamed(said))!.date > today()).toBe(true)
    expect(await dayNamed('grease the crane')).toBeUndefined()
    liveIn(null)
  })
})
