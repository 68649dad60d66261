import { english, parseDay, parseQuickAdd, toTaskFields, type Vocabulary } from '@svc/sdk/quick-add'
import { describe, expect, test } from 'vitest'
import { bundleProgram } from './bundle.ts'

// A Monday, the last day of a month, before a leap day.
const today = '2027-05-31'
const people = [{ username: 'ada' }, { username: 'adam' }, { username: 'bob' }]
const projects = [
  { project_id: 'P1', name: 'North quay' },
  { project_id: 'P2', name: 'North gate' },
  { project_id: 'P3', name: 'Überholung' },
]

const read = (line: string, ...rejected: string[]) =>
  parseQuickAdd(line, { today, people, projects, rejected: new Set(rejected) })

/** Lines that are only text. */
const texts = [
  'Read about 9/11',
  'Remember 9/11',
  'Fix 3d view',
  'Render the view in 3d',
  'C# port',
  'Learn C#',
  '# heading',
  'Move key to #',
  'Close #42',
  'Paint the button #ff0000',
  'Compare a != b',
  'Upgrade @svc/sdk',
  'Call @ 5 pm',
  'Meet @5pm',
  'Meet @17:30',
  'Reply +1',
  'Call +44 20 7946 0000',
  'Mail ada@example.org',
  'Replace #include<stdio.h>',
  'Write 2^3 out',
  'Release v1.24.12',
  'Order 2 weeks of rope',
  'Buy a 1/2-inch pipe',
  'Buy sun-dried tomatoes',
  'Enjoy the sun',
  'Ask where the cat sat',
  'News of today',
  'Read about Monday',
  'Minutes for Friday',
  'Plan the weekend',
  'Say what happened yesterday',
  'Summarize last week',
  'Tomorrow never dies',
  'Tomorrow',
  'Backup 2027-01-15',
  'Buy 24/12 gauge wire',
  'Did she call today?',
  'Note due: later',
  'Watch "Tomorrow"',
  'Write "#1 @ada !high"',
]

/** Lines with their title and the fields that they set. */
const lines: [line: string, title: string, fields: object][] = [
  [
    'Order rope fri !high #upkeep @ada +quay',
    'Order rope',
    {
      priority: 'high',
      assignee: 'ada',
      project_id: 'P1',
      due_date: '2027-06-04',
      tags: ['upkeep'],
    },
  ],
  ['Order rope by tomorrow !high', 'Order rope', { priority: 'high', due_date: '2027-06-01' }],
  ['Order rope due:3d', 'Order rope', { due_date: '2027-06-03' }],
  ['Order due: next fri rope', 'Order rope', { due_date: '2027-06-11' }],
  ['Order rope ^2w', 'Order rope', { due_date: '2027-06-14' }],
  ['Order ^"24 dec" rope', 'Order rope', { due_date: '2027-12-24' }],
  ['Order rope by 12/24', 'Order rope', { due_date: '2027-12-24' }],
  ['Order rope on sun', 'Order rope', { due_date: '2027-06-06' }],
  ['Order rope due:fri tomorrow', 'Order rope tomorrow', { due_date: '2027-06-04' }],
  ['Order rope yesterday due:yesterday', 'Order rope yesterday', { due_date: '2027-05-30' }],
  ['Order #rope, #e2e.', 'Order', { tags: ['rope', 'e2e'] }],
  ['Port to C# #net', 'Port to C#', { tags: ['net'] }],
  ['a +uberholung', 'a', { project_id: 'P3' }],
  ['a +"North gate"', 'a', { project_id: 'P2' }],
  ['a +north-quay', 'a', { project_id: 'P1' }],
  ['Read \\tomorrow', 'Read tomorrow', {}],
  ['Order \\#1 rope \\!high \\@ada \\due:fri', 'Order #1 rope !high @ada due:fri', {}],
  ['Read about 9/11 tomorrow', 'Read about 9/11', { due_date: '2027-06-01' }],
]

/** Texts that are days as a whole. */
const days: [text: string, date: string | undefined][] = [
  ['Tomorrow', '2027-06-01'],
  ['the day after tomorrow', '2027-06-02'],
  ['yesterday', '2027-05-30'],
  ['mon', '2027-05-31'],
  ['Sunday', '2027-06-06'],
  ['next fri', '2027-06-11'],
  ['on friday', '2027-06-04'],
  ['by 3d', '2027-06-03'],
  ['last thurs', '2027-05-27'],
  ['this weekend', '2027-06-05'],
  ['in two weeks', '2027-06-14'],
  ['2 weeks', '2027-06-14'],
  ['10 days from now', '2027-06-10'],
  ['in a month', '2027-06-30'],
  ['2 years ago', '2025-05-31'],
  ['next week', '2027-06-07'],
  ['end of next month', '2027-06-30'],
  ['eom', '2027-05-31'],
  ['3d', '2027-06-03'],
  ['in 3d', '2027-06-03'],
  ['-2d', '2027-05-29'],
  ['1m', '2027-06-30'],
  ['24 dec', '2027-12-24'],
  ['fri, 24th of December 2027', '2027-12-24'],
  ['Jan 5th', '2028-01-05'],
  ['May 30, 2027', '2027-05-30'],
  ['feb 29', '2028-02-29'],
  ['12/24', '2027-12-24'],
  ['24/12/2028', '2028-12-24'],
  ['5/6/2027', '2027-05-06'],
  ['24.12.', '2027-12-24'],
  ['2027-02-28', '2027-02-28'],
  ['2027-02-29', undefined],
  ['31 june', undefined],
  // Long s and Kelvin sign, which case-insensitive matching equates with s and k.
  ['\u017funday', '2027-06-06'],
  ['2 wee\u212as', '2027-06-14'],
  ['someday', undefined],
  ['fri and more', undefined],
  ['', undefined],
]

const german: Vocabulary = {
  today: ['heute'],
  tomorrow: ['morgen'],
  weekdays: [['Sonntag'], ['Montag'], ['Dienstag'], ['Mittwoch'], ['Donnerstag'], ['Freitag'], ['Samstag']],
  months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'
    .split(' ')
    .map((month) => [month, month.slice(0, 3)]),
  order: 'day-first',
  in: ['in'],
  units: { day: ['Tagen', 'Tag'], week: ['Wochen', 'Woche'], month: ['Monaten'], year: ['Jahren'] },
  by: ['bis'],
}

describe('a task in one line', () => {
  test.each(texts)('%s is text', (line) => {
    expect(read(line)).toMatchObject({ title: line, tokens: [] })
    expect(parseQuickAdd(line, { today })).toMatchObject({ title: line, tokens: [] })
  })

  test.each(lines)('%s sets fields, and the rest is the title', (line, title, fields) => {
    const { title: left, tokens, unresolved } = read(line)
    expect([left, toTaskFields(tokens), unresolved]).toEqual([title, fields, []])
  })

  test('every token has its position in the line', () => {
    const line = 'Order rope !high #upkeep by fri @ada'
    const { tokens } = read(line)
    expect(tokens.map(({ kind, text }) => [kind, text])).toEqual([
      ['priority', '!high'],
      ['tag', '#upkeep'],
      ['due', 'by fri'],
      ['assignee', '@ada'],
    ])
    for (const { from, to, text } of tokens) expect(line.slice(from, to)).toBe(text)
  })

  test('every token can be turned back into text, by rejection and by a backslash', () => {
    for (const line of [
      'Order rope !high #upkeep @ada +north-quay next fri',
      'Order rope !high #upkeep @ada +north-quay due:2w',
    ])
      for (const { text, from } of read(line).tokens) {
        const rejected = read(line, text)
        const escaped = read(`${line.slice(0, from)}\\${line.slice(from)}`)
        for (const { title, tokens } of [rejected, escaped])
          expect([title, tokens.length]).toEqual([`Order rope ${text}`, 4])
      }
  })

  test('a day is still recognized when a token after it is rejected', () => {
    const { title, tokens } = read('Order rope next fri !high #upkeep', '#upkeep')
    expect([title, toTaskFields(tokens)]).toEqual(['Order rope #upkeep', { priority: 'high', due_date: '2027-06-11' }])
  })

  test('a token with an unknown, ambiguous or second value stays text, and is reported', () => {
    const line = 'a +North !soon @nobody ^someday !low !high'
    const { title, tokens, unresolved } = read(line)
    expect(title).toBe('a +North !soon @nobody ^someday !high')
    expect(tokens.map(({ text }) => text)).toEqual(['!low'])
    expect(unresolved.map(({ text, reason }) => `${text} ${reason}`)).toEqual([
      '+North ambiguous',
      '!soon unknown',
      '@nobody unknown',
      '^someday unknown',
      '!high repeated',
    ])
  })

  test('names of unknown people and projects are returned as written', () => {
    const { tokens } = parseQuickAdd('Order rope @ada +"North quay"', { today })
    expect(toTaskFields(tokens)).toEqual({ assignee: 'ada', project_id: 'North quay' })
  })
})

describe('a day', () => {
  test.each(days)('%s is %s', (text, date) => expect(parseDay(text, today)).toBe(date))

  test('is parsed in the words of another language', () => {
    const parseGerman = (line: string) => {
      const { title, tokens } = parseQuickAdd(line, { today, vocabulary: german })
      return [title, tokens[0]?.value]
    }
    expect(parseGerman('Seil bestellen morgen')).toEqual(['Seil bestellen', '2027-06-01'])
    expect(parseGerman('Seil bestellen in 2 Wochen')).toEqual(['Seil bestellen', '2027-06-14'])
    expect(parseGerman('Seil bestellen 24. Dezember')).toEqual(['Seil bestellen', '2027-12-24'])
    expect(parseGerman('Seil bestellen bis 5/6')).toEqual(['Seil bestellen', '2027-06-05'])
    const hindi: Vocabulary = { ...german, today: ['आज'], weekdays: german.weekdays, order: 'day-first' }
    expect(parseQuickAdd('रस्सी आज', { today, vocabulary: hindi }).tokens).toHaveLength(1)
    expect(parseQuickAdd('रस्सी आजा', { today, vocabulary: hindi }).tokens).toHaveLength(0)
    expect(parseGerman('Seil bestellen tomorrow')).toEqual(['Seil bestellen tomorrow', undefined])
  })

  test('is parsed in the digits of another language, in its order of day and month', () => {
    const arabic: Vocabulary = { ...english, order: 'day-first', digits: '٠١٢٣٤٥٦٧٨٩' }
    expect(parseDay('٥/٦/٢٠٢٨', today, arabic)).toBe('2028-06-05')
    expect(parseDay('5/6/2028', today, arabic)).toBe('2028-06-05')
  })
})

test('the day parser needs no other module of the SDK', async () => {
  const chunks = await bundleProgram(
    `import { parseDay } from '@svc/sdk/quick-add'; console.log(parseDay('fri', '2027-05-31'))`,
  )
  const code = chunks.map((chunk) => chunk.code).join('')
  expect(code).not.toContain('critical')
  expect(code).not.toContain('fetch')
})
