import { expect, test } from 'vitest'
import { parseLocalDay, parseDueRange } from '../../clients/cli/src/input/days.ts'
import { parseFilter } from '../../clients/cli/src/input/filters.ts'
import { parseTaskLine } from '../../clients/cli/src/input/quick-add.ts'
import { openStatuses, priorities, sortFields } from '../../clients/cli/src/input/enums.ts'
import { formatEvent } from '../../clients/cli/src/output/events.ts'
import { fitWidth, escapeControls, measureWidth } from '../../clients/cli/src/output/text.ts'

// A Friday.
const now = new Date(2027, 0, 29, 23, 30)

test.each([
  ['today', '2027-01-29'],
  ['Tomorrow', '2027-01-30'],
  ['fri', '2027-01-29'],
  ['24 dec', '2027-12-24'],
  ['Monday', '2027-02-01'],
  ['3d', '2027-02-01'],
  ['-2d', '2027-01-27'],
  ['2w', '2027-02-12'],
  ['1m', '2027-02-28'],
  ['2028-02-29', '2028-02-29'],
  ['2027-02-29', undefined],
  ['someday', undefined],
])('%s is the day %s', (word, day) => expect(parseLocalDay(word, now)).toBe(day))

test.each([
  ['<7d', { due_before: '2027-02-04' }],
  ['7d', { due_before: '2027-02-05' }],
  ['<=fri', { due_before: '2027-01-29' }],
  ['>today', { due_after: '2027-01-30' }],
  ['>=2027-03-01', { due_after: '2027-03-01' }],
  ['mon..thu', { due_after: '2027-02-01', due_before: '2027-02-04' }],
  ['today', { due_after: '2027-01-29', due_before: '2027-01-29' }],
  ['overdue', { overdue: 'true' }],
])('due %s is a span', (word, span) => expect(parseDueRange(word, now)).toEqual(span))

test.each([
  [
    'Grease crane !high @ada #upkeep #sea +North-quay ^fri',
    {
      title: 'Grease crane',
      priority: 'high',
      assignee: 'ada',
      tags: ['upkeep', 'sea'],
      project_id: 'North-quay',
      due_date: '2027-01-29',
    },
  ],
  ['+"North quay" Paint', { title: 'Paint', project_id: 'North quay' }],
  ['Write to a@b.example, C++ \\#1 now! # +', { title: 'Write to a@b.example, C++ #1 now! # +' }],
  ['Read about 9/11', { title: 'Read about 9/11' }],
  ['Fix 3d view', { title: 'Fix 3d view' }],
  ['C# port', { title: 'C# port' }],
  ['Write \\!high', { title: 'Write !high' }],
  ['Write "!high #tag"', { title: 'Write "!high #tag"' }],
  ['Call back monday', { title: 'Call back', due_date: '2027-02-01' }],
])('%s is parsed', (line, task) => expect(parseTaskLine(line, now)).toEqual(task))

test.each([
  ['a !high !low', 'There are several priorities; the second is !low'],
  ['a +one +two', 'There are several projects'],
  ['a ^never', '^never is not a day'],
  ['a !hgih', '!hgih is not a priority: use critical, high, medium, low, none. To keep it as text, write \\!hgih.'],
  ['  ', 'no title'],
])('%j is rejected', (line, output) => expect(() => parseTaskLine(line, now)).toThrow(output))

test('a filter in one line equals the options, or is rejected', () => {
  expect(parseFilter('status=backlog,blocked mine due<7d search="load limit" project=North-quay')).toEqual({
    status: ['backlog', 'blocked'],
    mine: true,
    due: '<7d',
    search: 'load limit',
    project: ['North-quay'],
  })
  expect(
    parseFilter('claimed=me custom.severity=high,none custom.effort>=2 custom.customer="Northern Ferries"'),
  ).toEqual({
    claimed: ['me'],
    custom: { severity: ['high', '__none__'], effort: { from: '2' }, customer: ['Northern Ferries'] },
  })
  expect(parseFilter('custom.effort>=2 custom.effort<=8')).toEqual({ custom: { effort: { from: '2', to: '8' } } })
  const invalidExpressions =
    'stauts=backlog status status<backlog due= custom.effort custom.effort<2 custom.=x status.x=y'
  for (const invalid of [...invalidExpressions.split(' '), 'custom.effort=', 'status=backlog "x"'])
    expect(() => parseFilter(invalid)).toThrow('is not valid')
})

test('text has its terminal width, and invisible characters are shown', () => {
  expect(measureWidth('abc')).toBe(3)
  expect(measureWidth('漢字')).toBe(4)
  expect(measureWidth('👩‍👩‍👧é')).toBe(3)
  expect(fitWidth('漢字漢字', 5)).toBe('漢字…')
  expect(fitWidth('漢字漢字', 6)).toBe('漢字… ')
  expect(escapeControls('a\u200bb\u202e\u{e0041}\n\u001b[1m')).toBe('a\\u{200b}b\\u{202e}\\u{e0041}\\n\\u{1b}[1m')
  for (const honest of ['👩‍👩‍👧 naïve', '1\ufe0f\u20e3 ☎\ufe0f', 'می\u200cخواهم', 'क्\u200dष'])
    expect(escapeControls(honest)).toBe(honest)
  expect(escapeControls('a\u200db\ufe0f\u034fc')).toBe('a\\u{200d}b\\u{fe0f}\\u{34f}c')
  expect(escapeControls('\u0301a\u0301')).toBe('\\u{301}a\u0301')
})

test('the enum values of the command line are those of the API, sorted for people', () => {
  expect(priorities).toEqual(['critical', 'high', 'medium', 'low', 'none'])
  expect(openStatuses).toEqual(['backlog', 'not_started', 'in_progress', 'blocked', 'on_hold'])
  expect(sortFields).toMatchObject({ due: 'due_date', priority: 'priority_rank', title: 'title' })
})

test.each([
  [
    'task.updated',
    'task',
    { status: 'not_started', due_date: null },
    { status: 'in_progress', due_date: '2027-01-15' },
    'ada updated task T1 “Splice rope” (status not_started → in_progress, due_date none → 2027-01-15)',
  ],
  ['task.comment_added', 'task', null, {}, 'ada added comment of task T1 “Splice rope”'],
  ['gone', 'task', null, null, 'task T1 “Splice rope” can no longer be read'],
])('%s is written as a sentence on a terminal', (type, resource_type, before, after, sentence) => {
  const event = {
    id: 'EV1',
    type,
    api_version: '',
    created_at: '2027-01-15T10:20:30Z',
    org_id: 'O1',
    project_id: null,
    actor: { kind: 'user' as const, id: 'U1', username: 'ada' },
    data: { resource_type, resource_id: 'T1', before, after },
    request_id: null,
    cause: null,
  }
  expect(formatEvent(event, 'Splice rope', true)).toMatch(/^\d\d:\d\d:\d\d {2}/)
  expect(formatEvent(event, 'Splice rope', true).slice(10)).toBe(sentence)
})
