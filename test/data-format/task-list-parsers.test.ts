import { describe, expect, test } from 'vitest'
import { requireRow, type Kind, type Row } from '@svc/import'
import { parseSource, type FileSource } from '@svc/import/parsers'

type Rows = { [K in Kind]?: Row<K>[] }

/** Parses a file in small chunks, and checks its rows. */
async function parse(source: FileSource, content: string | Uint8Array, timeZone = 'UTC') {
  const bytes = Buffer.from(content)
  async function* open() {
    const size = bytes.length > 1e6 ? 65_536 : 7
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const notes: string[] = []
  const rows: Record<string, unknown[]> = {}
  const options = { fileName: 'Harbor.ics', notes, timeZone }
  for await (const { kind, row } of parseSource(source, open, options))
    (rows[kind] ??= []).push(requireRow(kind, JSON.parse(JSON.stringify(row)), 1))
  return { notes, rows: rows as Rows }
}

const joinLines = (...lines: string[]) => `${lines.join('\r\n')}\r\n`
const buildCalendar = (...lines: string[]) =>
  joinLines('BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:North\\, quay', ...lines, 'END:VCALENDAR')

describe('iCalendar', () => {
  const calendar = buildCalendar(
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:STANDARD',
    'DTSTART:19701025T030000',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:e1',
    'SUMMARY:Party',
    'END:VEVENT',
    'BEGIN:VTODO',
    'UID:t1',
    'DTSTAMP:20260101T000000Z',
    'SUMMARY:Order ro',
    ' pe\\; soon',
    'DESCRIPTION:First\\nsecond\\, third',
    'STATUS:IN-PROCESS',
    'PRIORITY:1',
    'DUE;TZID=Europe/Berlin:20260301T233000',
    'DTSTART;VALUE=DATE:20260228',
    'CREATED:20260102T101500Z',
    'CATEGORIES:yard,on\\,shore',
    'CATEGORIES:crane',
    'ATTENDEE;CN="Quay, Zoe";PARTSTAT=ACCEPTED:mailto:zoe@example.org',
    'ATTENDEE:mailto:ned@example.org',
    'ORGANIZER;CN=Ada:mailto:ada@example.org',
    'COMMENT:Call first',
    'RRULE:FREQ=WEEKLY',
    'PERCENT-COMPLETE:30',
    'URL:https://example.org/t1',
    'BEGIN:VALARM',
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VTODO',
    'BEGIN:VTODO',
    'UID:t2',
    'SUMMARY:Measure',
    'RELATED-TO;RELTYPE=PARENT:t1',
    'DUE:20260301T233000Z',
    'COMPLETED:20260302T080000Z',
    'PRIORITY:7',
    'END:VTODO',
    'BEGIN:VTODO',
    'SUMMARY:Sweep',
    'RELATED-TO:gone',
    'DUE:someday',
    'STATUS:CANCELLED',
    'END:VTODO',
  )

  test('is read with folded lines, escapes, people, parents, comments and days in the time zone', async () => {
    const { rows, notes } = await parse('ical', calendar, 'Europe/Berlin')
    expect(rows.projects).toEqual([{ id: 'calendar', name: 'North, quay' }])
    expect(rows.tasks).toMatchObject([
      {
        id: 't1',
        title: 'Order rope; soon',
        description: 'First\nsecond, third',
        status: 'in_progress',
        priority: 'critical',
        start_date: '2026-02-28',
        due_date: '2026-03-01',
        tags: ['yard', 'on,shore', 'crane'],
        assignee: 'zoe@example.org',
        other_assignees: ['ned@example.org'],
        created_by: 'ada@example.org',
        created_at: '2026-01-02T10:15:00.000Z',
        url: 'https://example.org/t1',
        extra: {
          rrule: 'FREQ=WEEKLY',
          due_time: '23:30',
          reminders: ['-PT15M'],
          percent_complete: '30',
          attendees: ['ned@example.org'],
        },
      },
      // 23:30 in UTC is the next day in Berlin.
      { id: 't2', parent: 't1', status: 'completed', due_date: '2026-03-02', priority: 'low' },
      { title: 'Sweep', status: 'archived', due_date: null, extra: { due_date: 'someday', related_to: 'gone' } },
    ])
    expect(rows.people!.map(({ id, name }) => [id, name])).toEqual([
      ['zoe@example.org', 'Quay, Zoe'],
      ['ned@example.org', undefined],
      ['ada@example.org', 'Ada'],
    ])
    expect(rows.comments).toEqual([{ id: 't1#0', task: 't1', content: 'Call first' }])
    expect(notes).toEqual(['Only tasks are imported: 1 VEVENT are left out.'])
  })

  test.each([
    ['another file', 'Title\nOrder rope', 'file, line 1: it is not a line NAME:VALUE of an iCalendar file.'],
    ['a card', joinLines('BEGIN:VCARD', 'END:VCARD'), 'file, line 1: it is not an iCalendar file'],
    ['an empty file', '', 'file: it is empty.'],
    ['a truncated file', calendar.slice(0, calendar.indexOf('DTSTAMP')), 'BEGIN:VCALENDAR has no end.'],
    ['a wrong end', buildCalendar('BEGIN:VTODO', 'END:VEVENT'), 'file, line 5: END:VEVENT ends what has not begun.'],
    ['a NUL', buildCalendar('BEGIN:VTODO', 'SUMMARY:a\0b', 'END:VTODO'), 'file, line 5: it contains NUL'],
    ['another encoding', Buffer.from(buildCalendar('X-A:Größe'), 'latin1'), 'it is not UTF-8.'],
    ['an endless line', `BEGIN:VCALENDAR\r\nX-A:${'x'.repeat(16_000_001)}`, 'file, line 2: the line is too long.'],
  ])('is rejected with its place if it is %s', async (_, content, message) => {
    await expect(parse('ical', content)).rejects.toThrow(message)
  })
})

describe('TickTick', () => {
  const preamble = '"Date: 2026-06-25+0000"\n"Version: 7.2"\n"Status: \n0 Normal\n1 Completed\n2 Archived"\n'
  const header =
    '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder",' +
    '"Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating",' +
    '"Column Name","Column Order","View Mode","taskId","parentId"\n'

  test('is read with its preamble, lists, columns, checklists, subtasks and days in the time zone of each row', async () => {
    const { rows, notes } = await parse(
      'ticktick',
      preamble +
        header +
        '"Quay","North","Order rope","TEXT","yard, crane","▫ Measure\n▪ Call\nSoon, please","Y","","2026-06-25T22:00:00+0000","-PT60M","FREQ=WEEKLY","5","0","2026-06-20T10:00:00+0000","","-5","Europe/Berlin","true","false","Doing","1","kanban","7","7"\n' +
        '"","North","Tar","NOTE","","","N","","2026-06-26T07:30:00+0000","","","1","2","","2026-06-27T07:35:00+0000","3","Europe/Berlin","false","false","","","list","8","7"\n' +
        '"","","Sail","TEXT","","","N","","soon","","","2","-1","","","x","Nowhere/Else","","","","","list","9","99"\n' +
        '"","North","","TEXT","","lost","N","","","","","0","0","","","","","","","","","list","10",""\n',
    )
    expect(rows.projects!.map(({ name }) => name)).toEqual(['North', 'TickTick'])
    expect(rows.sections).toMatchObject([{ id: 'North/Doing', scope: 'North', name: 'Doing', position: 1 }])
    expect(rows.tasks).toMatchObject([
      {
        id: '7',
        title: 'Order rope',
        description: 'Soon, please',
        sections: [{ section: 'North/Doing', position: -5 }],
        status: 'not_started',
        priority: 'high',
        due_date: '2026-06-26',
        tags: ['yard', 'crane'],
        created_at: '2026-06-20T10:00:00.000Z',
        extra: { 'Folder Name': 'Quay', Reminder: '-PT60M', Repeat: 'FREQ=WEEKLY' },
      },
      { id: '7#1', parent: '7', title: 'Measure', status: 'not_started' },
      { id: '7#2', parent: '7', title: 'Call', status: 'completed' },
      { id: '8', parent: '7', status: 'completed', priority: 'low', extra: { due_time: '09:30', Kind: 'NOTE' } },
      { id: '9', status: 'archived', extra: { due_date: 'soon', priority: '2', parent: '99' } },
    ])
    expect(rows.tasks![0]!.parent).toBeUndefined()
    expect(notes).toEqual(['Left out, without a title: line 13.'])
  })

  test('is rejected if it is another table', async () => {
    const message = 'it is not the CSV backup of TickTick: it has no columns List Name and Title.'
    await expect(parse('ticktick', 'Name,Due\na,b')).rejects.toThrow(message)
    await expect(parse('ticktick', `${'x\n'.repeat(50)}${header}`)).rejects.toThrow(message)
  })
})
