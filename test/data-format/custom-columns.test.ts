import { expect, test } from 'vitest'
import type { Kind, Row } from '@svc/import'
import { parseSource, type FileSource } from '@svc/import/parsers'

interface Parsed {
  notes: string[]
  fields: Row<'fields'>[]
  tasks: Row<'tasks'>[]
  people: Row<'people'>[]
}

async function parse(source: FileSource, lines: readonly string[], columnMap: Record<string, string> = {}) {
  async function* open() {
    yield Buffer.from(lines.join('\r\n'))
  }
  const parsed: Parsed = { notes: [], fields: [], tasks: [], people: [] }
  const options = { fileName: 'Harbor.csv', notes: parsed.notes, columnMap }
  for await (const { kind, row } of parseSource(source, open, options))
    (parsed as unknown as Partial<Record<Kind, object[]>>)[kind]?.push(row)
  return parsed
}

/** Returns the types and the values of a column with these cells. */
async function parseColumn(cells: readonly string[], target?: string) {
  const lines = ['Title|Depth', ...cells.map((cell, i) => `Task ${i}|${cell}`)]
  const { fields, tasks } = await parse('csv', lines, target ? { Depth: target } : {})
  return { type: fields[0]?.type, values: tasks.map(({ custom }) => (custom as { depth: unknown } | undefined)?.depth) }
}

test.each([
  ['number', ['3', '-2.5', ''], [3, -2.5, undefined]],
  ['number', ['3,5', '12'], [3.5, 12]],
  ['text', ['1,234', '12'], ['1,234', '12']],
  ['text', ['007', '12'], ['007', '12']],
  ['text', ['+49 40 123', '12'], ['+49 40 123', '12']],
  ['date', ['2026-03-01', '31.12.2026'], ['2026-03-01', '2026-12-31']],
  ['date', ['03/04/2026', '13/04/2026'], ['2026-04-03', '2026-04-13']],
  ['date', ['31/Jan/26 12:00 AM'], ['2026-01-31']],
  ['text', ['2026-03-01 10:15'], ['2026-03-01 10:15']],
  ['checkbox', ['yes', 'No', ''], [true, false, undefined]],
  ['url', ['https://example.org/a'], ['https://example.org/a']],
  ['select', ['Deep', 'Low tide', 'Deep', 'Low tide'], ['deep', 'low_tide', 'deep', 'low_tide']],
  ['text', ['Deep', 'Low tide', 'Deep'], ['Deep', 'Low tide', 'Deep']],
])('a column becomes a field of the type %s if all values are like %j', async (type, cells, values) => {
  expect(await parseColumn(cells)).toEqual({ type, values })
})

test('a text that is too long for a field leaves the whole column with the tasks', async () => {
  const { fields, tasks } = await parse('csv', ['Title,Story', `Moor,${'x'.repeat(501)}`, 'Sail,short'])
  expect(fields).toEqual([])
  expect(tasks.map(({ extra }) => extra)).toEqual([{ Story: 'x'.repeat(501) }, { Story: 'short' }])
})

test('uses the type of the mapping, and leaves values that do not fit it with their task', async () => {
  const lines = ['Title|Depth|Crew|Pilot|Log', 'Moor|deep|zoe; ned|ada@example.org|7', 'Sail|4|||8']
  const map = { Depth: 'custom:number', Crew: 'custom:people', Pilot: 'custom:person', Log: 'extra' }
  const { fields, tasks, people } = await parse('csv', lines, map)
  expect(fields.map(({ key, type, projects }) => [key, type, projects])).toEqual([
    ['depth', 'number', ['Harbor']],
    ['crew', 'people', ['Harbor']],
    ['pilot', 'person', ['Harbor']],
  ])
  expect(tasks.map(({ custom, extra }) => [custom, extra])).toEqual([
    [
      { crew: ['zoe', 'ned'], pilot: 'ada@example.org' },
      { 'custom.depth': 'deep', Log: '7' },
    ],
    [{ depth: 4 }, { Log: '8' }],
  ])
  expect(people.map(({ id }) => id)).toEqual(['zoe', 'ned', 'ada@example.org'])
  await expect(parse('csv', lines, { Depth: 'custom:color' })).rejects.toThrow('Depth: custom:color is no column')
  const several = await parse('csv', ['Title|Gear', 'Moor|Rope, hook', 'Sail|hook'], { Gear: 'custom:multi_select' })
  expect(several.fields[0]!.options).toEqual([
    { option: 'rope', label: 'Rope' },
    { option: 'hook', label: 'hook' },
  ])
  expect(several.tasks.map(({ custom }) => custom)).toEqual([{ gear: ['rope', 'hook'] }, { gear: ['hook'] }])
})

test('leaves commas in labels that have cells of their own, or are separated by semicolons', async () => {
  const head = 'Summary,Issue key,Issue id,Issue Type,Status,Custom field (Gear),Custom field (Gear)'
  const jira = await parse('jira', [head, 'Moor,OTE-1,1,Task,To Do,"rope, long",hook', 'Tar,OTE-2,2,Task,To Do,hook,'])
  const [long, hook] = jira.fields[0]!.options!
  expect([long!.label, hook!.label]).toEqual(['rope, long', 'hook'])
  expect(jira.tasks.map(({ custom, extra }) => [custom, extra])).toEqual([
    [{ gear: [long!.option, hook!.option] }, undefined],
    [{ gear: [hook!.option] }, undefined],
  ])
  const lines = ['Title|Gear', 'Moor|rope, long; hook', 'Tar|rope, long']
  const table = await parse('csv', lines, { Gear: 'custom:multi_select' })
  expect(table.fields[0]!.options!.map(({ label }) => label)).toEqual(['rope, long', 'hook'])
  expect(table.tasks.map(({ custom }) => (custom as { gear: string[] }).gear.length)).toEqual([2, 1])
})

test('gives columns with like names different keys, and at most 50 columns a field', async () => {
  const { fields } = await parse('csv', ['Title,Größe,Grosse,3D,水深', 'Moor,1,2,3,4'])
  const [first, second, third, fourth] = fields.map(({ key }) => key)
  expect([first, third, fourth]).toEqual(['grosse', 'f_3d', 'field'])
  expect(second).toMatch(/^grosse_[0-9a-z]+$/)
  const names = Array.from({ length: 60 }, (_, i) => `Column ${i}`)
  const wide = await parse('csv', [`Title,${names.join()}`, `Moor${',1'.repeat(60)}`], { 'Column 59': 'custom:text' })
  expect(wide.fields).toHaveLength(50)
  expect(wide.fields[0]).toMatchObject({ name: 'Column 59', type: 'text' })
  expect(Object.keys(wide.tasks[0]!.extra as object)).toEqual(names.slice(49, 59))
})

test('reads repeated custom fields of Jira as a choice of several, only for projects with values, not for epics', async () => {
  const head =
    'Summary,Issue key,Issue id,Issue Type,Status,Custom field (Gear),Custom field (Gear),Custom field (Due by)'
  const { fields, tasks } = await parse('jira', [
    `${head},Custom field (Rank),Sprint`,
    'Moor,OTE-1,1,Task,To Do,rope,hook,31/Jan/26 12:00 AM,0|i0,S1',
    'Sail,ABC-1,2,Task,To Do,hook,,,,',
    'Quay,ABC-2,3,Epic,To Do,,,30/Jan/26 12:00 AM,,',
  ])
  expect(fields).toMatchObject([
    { key: 'gear', name: 'Gear', type: 'multi_select', projects: ['OTE', 'ABC'] },
    { key: 'due_by', type: 'date', projects: ['OTE'] },
  ])
  expect(tasks.map(({ custom, extra }) => [custom, extra])).toEqual([
    [{ gear: ['rope', 'hook'], due_by: '2026-01-31' }, { Sprint: 'S1' }],
    [{ gear: ['hook'] }, undefined],
  ])
})
