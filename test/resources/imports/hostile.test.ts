import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { createArchiveWriter } from '@svc/import/archive'
import { expect, test } from 'vitest'
import yazl from 'yazl'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)

async function importFile(content: string | Uint8Array, source = 'csv', name = 'Hostile.csv') {
  const body = { import: { org_id, source }, file: new Upload(content, name) }
  const { import_id } = expectStatus(await ada.post('/v1/imports', { body }), 201)
  await runImports(app.services)
  return expectStatus(await ada.get(`/v1/imports/${import_id}`), 200)
}

/** Counts what an import writes. */
const countRows = async () =>
  await app.sql<object>(
    `SELECT (SELECT count(*)::int FROM tasks) AS tasks, (SELECT count(*)::int FROM projects) AS projects,
       (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM external_refs) AS refs,
       (SELECT count(*)::int FROM task_comments) AS comments`,
  )

interface Entry {
  path: string
  content: string | Buffer
  kind?: string
  rows?: number
  sha256?: string
}

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** Writes a zip with these entries and a manifest that lists them. */
async function buildZip(entries: Entry[], change: object = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const { path, content } of entries) zip.addBuffer(Buffer.from(content), path)
  const parts = entries.map(({ path, content, kind, rows, sha256 }) => ({
    path,
    ...(kind && { kind, rows }),
    size: Buffer.byteLength(content),
    sha256: sha256 ?? hash(content),
  }))
  const manifest = { format: 'svc-data', format_version: 1, source: 'x', created_at: '2026-01-01T00:00:00Z', parts }
  zip.addBuffer(Buffer.from(JSON.stringify({ ...manifest, ...change })), 'manifest.json')
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const buildTasksEntry = (...rows: object[]): Entry => ({
  path: 'tasks.jsonl',
  content: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  kind: 'tasks',
  rows: rows.length,
})
const rope = { id: '1', title: 'Order rope' }

/** Renames an entry in the bytes of a zip to a name of the same length, as no program writes it. */
function renameEntry(zip: Buffer, name: string, other: string): Buffer {
  expect(other.length).toBe(name.length)
  return Buffer.from(zip.toString('latin1').replaceAll(name, other), 'latin1')
}

/** Declares a smaller size of the first entry than it has. */
function declareSmaller(zip: Buffer, size: number): Buffer {
  const copy = Buffer.from(zip)
  const directory = copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  copy.writeUInt32LE(size, directory + 24)
  return copy
}

const bomb = 'a'.repeat(40 * 1024 * 1024)
const columns = Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',')

const neutral: [name: string, build: () => Promise<Buffer> | Buffer, error: RegExp][] = [
  [
    'a row of 40 MB in 40 KB',
    () => buildZip([{ ...buildTasksEntry(), content: bomb, rows: 1 }]),
    /^tasks\.jsonl, line 1: it has more than 16777216 bytes\.$/,
  ],
  [
    'contents that are larger than declared',
    async () => declareSmaller(await buildZip([buildTasksEntry(rope, { ...rope, id: '2' })]), 10),
    /^tasks\.jsonl: it has 10 bytes instead of 64\.$/,
  ],
  [
    'a path that climbs out of the folder',
    async () =>
      renameEntry(
        await buildZip([buildTasksEntry(rope), { path: 'files/aa/bb', content: 'x' }]),
        'files/aa/bb',
        '../../../bb',
      ),
    /^archive: the zip file is damaged or incomplete \(invalid relative path: \.\.\/\.\.\/\.\.\/bb\)\.$/,
  ],
  [
    'a truncated zip',
    async () => (await buildZip([buildTasksEntry(rope)])).subarray(0, 120),
    /^archive: the zip file is damaged or incomplete/,
  ],
  [
    'content that is not what was hashed',
    () => buildZip([{ ...buildTasksEntry(rope), sha256: 'f'.repeat(64) }]),
    /^tasks\.jsonl: it is not what the manifest says \(SHA-256\)\.$/,
  ],
  [
    'bytes that are no UTF-8',
    () => buildZip([{ ...buildTasksEntry(), content: Buffer.from([0x7b, 0xff, 0x0a]), rows: 1 }]),
    /^tasks\.jsonl, line 1: it is not UTF-8\.$/,
  ],
  [
    'a NUL',
    () => buildZip([buildTasksEntry({ id: '1', title: 'a\0b' })]),
    /^tasks\.jsonl, line 1: title must not contain the character U\+0000\.$/,
  ],
  [
    'half of a surrogate pair',
    () => buildZip([buildTasksEntry({ ...rope, custom: { a: '\ud800' } })]),
    /^tasks\.jsonl, line 1: custom must contain neither/,
  ],
  [
    'ids that exist twice',
    () => buildZip([buildTasksEntry(rope, rope)]),
    /^tasks\.jsonl, line 2: the id "1" exists twice\.$/,
  ],
  [
    'parents that form a cycle',
    () => buildZip([buildTasksEntry({ ...rope, parent: '2' }, { ...rope, id: '2', parent: '1' })]),
    /^tasks\.jsonl, line 1: the row is its own ancestor\.$/,
  ],
  [
    'a task in a project that does not exist',
    () => buildZip([buildTasksEntry({ ...rope, project: 'p' })]),
    /^tasks\.jsonl, line 1: project is "p", which does not exist\.$/,
  ],
  [
    'an unknown property',
    () => buildZip([buildTasksEntry({ ...rope, sail: 1 })]),
    /^tasks\.jsonl, line 1: sail is not a known property\.$/,
  ],
  [
    'a newer version',
    () => buildZip([buildTasksEntry(rope)], { format_version: 3 }),
    /^manifest\.json: format version 3 is newer/,
  ],
]

test.each(neutral)('refuses an archive with %s, and writes nothing', async (_name, build, error) => {
  const before = await countRows()
  const failed = await importFile(await build(), 'neutral', 'Hostile.zip')
  expect([failed.phase, failed.error]).toEqual(['failed', expect.stringMatching(error)])
  expect(await countRows()).toEqual(before)
})

const heads: Record<string, string> = {
  jira: 'Issue id,Issue key,Parent id,Summary',
  linear: 'ID,Team,Parent issue,Title',
  todoist: 'TYPE,INDENT,CONTENT',
}
/** A row of each file, whose last quote closes the last cell. */
const rows: Record<string, string> = {
  jira: '1,O-1,,"Order rope"',
  linear: 'E-1,E,,"Order rope"',
  todoist: 'task,1,"Order rope"',
}

const files: [name: string, source: string, content: string | Uint8Array, error: RegExp][] = [
  ['100,000 columns', 'csv', `${columns}\n1`, /^file, line 1: it has more than 10000 columns\.$/],
  ['a quote that is never closed', 'csv', 'ID,Title\n1,"Order rope\n2,Two', /^file, line \d+: /],
  [
    'a cycle of parents',
    'csv',
    'ID,Title,Parent\n1,One,2\n2,Two,1',
    /^tasks\.jsonl, line 1: the row is its own ancestor\.$/,
  ],
  ['ids that exist twice', 'csv', 'ID,Title\n1,One\n1,Two', /^tasks\.jsonl, line 2: the id "1" exists twice\.$/],
  ['a NUL', 'csv', 'Title\nOrder\0rope', /^file: it contains NUL characters, so it is no text file\.$/],
  ['half a board', 'trello', '{"id":"b","name":"B","cards":[{"id":"1","name":"One"},{"id":"2"', /^file/],
  ['nothing in it', 'trello', '', /^file/],
  ['another format', 'trello', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /^file/],
  ...['jira', 'linear', 'todoist'].flatMap((source): typeof files => [
    [
      'another table',
      source,
      'Name,When\nRope,Now',
      /^file, line 1: it is not the CSV export of \w+: it has no columns/,
    ],
    ['nothing in it', source, '', /^file: it is empty\.$/],
    ['another format', source, Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /^file: it contains NUL characters/],
    [
      'a truncated row',
      source,
      `${heads[source]}\n${rows[source]!.slice(0, -1)}`,
      /^file, line \d: it is not valid CSV/,
    ],
  ]),
  ['ids that exist twice', 'jira', `${heads.jira}\n${rows.jira}\n${rows.jira}`, /the id "1" exists twice\.$/],
  ['ids that exist twice', 'linear', `${heads.linear}\n${rows.linear}\n${rows.linear}`, /the id "E-1" exists twice\.$/],
  [
    'a cycle of parents',
    'jira',
    `${heads.jira}\n${rows.jira!.replace(',,', ',2,')}\n${rows.jira!.replace('1,O-1,,', '2,O-2,1,')}`,
    /^tasks\.jsonl, line 1: the row is its own ancestor\.$/,
  ],
  [
    'a cycle of parents',
    'linear',
    `${heads.linear}\n${rows.linear!.replace(',,', ',E-2,')}\n${rows.linear!.replace('E-1,E,,', 'E-2,E,E-1,')}`,
    /^tasks\.jsonl, line 1: the row is its own ancestor\.$/,
  ],
  [
    'a list of labels that is a number',
    'trello',
    '{"id":"b","lists":[{"id":"l"}],\n"cards":[{"id":"1","name":"One","labels":5}]}',
    /^file, line 2: an item of cards: labels is not a list\.$/,
  ],
  ...(['plane', 'wekan', 'kaneo'] as const).flatMap((source): typeof files => [
    ['nothing in it', source, '', /^file/],
    ['another format', source, Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /^file/],
    ['another object', source, '{"a":1}', /^file.*: it is not (the JSON|an) export of/],
    ['half an object', source, '[{"a":1', /^file, line 1: it is not valid JSON/],
  ]),
  [
    'a cycle of parents',
    'plane',
    'Identifier,Project Name,Name,Parent\nA-1,A,One,A-2\nA-2,A,Two,A-1',
    /^tasks\.jsonl, line 1: the row is its own ancestor\.$/,
  ],
  [
    'a NUL in a title',
    'wekan',
    '{"_format":"wekan-board-1.0.0","_id":"b","cards":[{"_id":"1","title":"a\\u0000b"}]}',
    /title must not contain the character U\+0000\.$/,
  ],
  [
    'a title that is an object',
    'kaneo',
    '{"project":{"slug":"A"},"tasks":[{"title":"One"},{"title":{}}]}',
    /^file, line 1: tasks\[1\]: title is not a text\.$/,
  ],
  ['half a list', 'github', '[{"number":1,"title":"One"},{"number":2', /^file: it is not valid JSON/],
  ['another list', 'github', '[1,2]', /^file: it is not the list of issues/],
  ['an issue of an unknown repository', 'github', '[{"number":1,"title":"One"}]', /^file: issue 1: it has no url/],
  [
    'a label that is null',
    'github',
    '[{"number":1,"title":"One","url":"https://github.com/o/r/issues/1","labels":[null]}]',
    /^file: issue 1: labels\[0\] is not an object\.$/,
  ],
  ['more than 32 MB', 'github', `[${' '.repeat(33 * 1024 * 1024)}]`, /^file: it is larger than 32 MB\. Write several/],
]

test.each(files)('refuses a file with %s of %s, and writes nothing', async (_name, source, content, error) => {
  const before = await countRows()
  const failed = await importFile(content, source)
  expect([failed.phase, failed.error]).toEqual(['failed', expect.stringMatching(error)])
  expect(await countRows()).toEqual(before)
})

test('reads dates of three locales, and reports those that are none', async () => {
  const rows = [
    'ID,Title,Due date',
    '1,Iso,2026-12-31',
    '2,Dots,31.12.2026',
    '3,Slashes,12/31/2026',
    '4,None,31.31.2026',
  ]
  const done = await importFile(rows.join('\n'), 'csv', 'Dates.csv')
  expect(done.phase).toBe('finished')
  const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id, sort_by: 'title' } }), 200)
  const dates = Object.fromEntries(data.map(({ title, due_date }: Record<string, string>) => [title, due_date]))
  expect(dates).toMatchObject({ Iso: '2026-12-31', Dots: '2026-12-31', Slashes: '2026-12-31', None: null })
})

test('reads bytes that are no UTF-8 as Windows-1252', async () => {
  const bytes = Buffer.concat([Buffer.from('Title\nCaf'), Buffer.from([0xe9])])
  expect(await importFile(bytes, 'csv', 'Bytes.csv')).toMatchObject({ phase: 'finished', error: null })
  const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id, 'filter[search]': 'café' } }), 200)
  expect(data).toMatchObject([{ title: 'Café' }])
})

test('imports attachments with their contents once, and reports those without', async () => {
  const content = 'Tide tables\n'.repeat(100)
  const output = new PassThrough()
  const chunks: Buffer[] = []
  output.on('data', (chunk: Buffer) => chunks.push(chunk))
  const writer = createArchiveWriter(output)
  await writer.writeRows('tasks', [{ id: 't1', title: 'With files' }])
  const file = { task: 't1', name: '../../Tables.html', media_type: 'text/html', file: 'files/a' }
  await writer.writeRows('attachments', [
    { id: 'a1', ...file },
    { id: 'a2', task: 't1', name: 'Missing.txt', file: 'files/missing' },
  ])
  await writer.writeFile('files/a', Readable.from([Buffer.from(content)]))
  await writer.finish({ source: 'files', created_at: '2026-01-01T00:00:00Z' })
  const archive = Buffer.concat(chunks)
  const done = await importFile(archive, 'neutral', 'Files.zip')
  expect([done.phase, done.error, done.counts.attachments]).toEqual(['finished', null, { created: 1, rejected: 1 }])
  const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id, 'filter[search]': 'With files' } }), 200)
  const query = { task_id: data[0].task_id }
  const [attachment, ...others] = expectStatus(await ada.get('/v1/task-attachments', { query }), 200).data
  expect([others, attachment.name]).toEqual([[], 'Tables.html'])
  const download = await ada.get(new URL(attachment.url).pathname)
  expect([download.text, download.headers['content-disposition']]).toEqual([
    content,
    expect.stringContaining('attachment'),
  ])
  const again = await importFile(archive, 'neutral', 'Files.zip')
  expect(again.counts.attachments).toEqual({ unchanged: 1, rejected: 1 })
})

async function buildForeignZip(entries: Record<string, string>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [path, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

test('imports the zip of Vikunja with its attachments, and reports those that it lacks', async () => {
  const toAttachment = (id: number) => ({ id, file: { id, name: `${id}.txt`, mime: 'text/plain' } })
  const task = { id: 1, title: 'Moor', attachments: [toAttachment(1), toAttachment(2)] }
  const data = JSON.stringify([{ id: 1, title: 'Moorings', tasks: [task] }])
  const zip = await buildForeignZip({ VERSION: '1.0.0', 'data.json': data, 'files/1': 'Tides', 'files/9': 'Unused' })
  const done = await importFile(zip, 'vikunja', 'export.zip')
  expect([done.phase, done.error]).toEqual(['finished', null])
  expect(done.counts).toMatchObject({ tasks: { created: 1 }, attachments: { created: 1, rejected: 1 } })
  const again = await importFile(zip, 'vikunja', 'export.zip')
  expect(again.counts).toMatchObject({ tasks: { unchanged: 1 }, attachments: { unchanged: 1, rejected: 1 } })
})

test.each([
  ['is no zip', async () => Buffer.from('VERSION')],
  ['has no data', () => buildForeignZip({ VERSION: '1.0.0' })],
  ['has more data than it declares', async () => declareSmaller(await buildForeignZip({ 'data.json': bomb }), 10)],
  ['is no list', () => buildForeignZip({ 'data.json': '{}' })],
  ['has a title that is a number', () => buildForeignZip({ 'data.json': '[{"id":1,"tasks":[{"id":1,"title":7}]}]' })],
  ['is cut off', async () => (await buildForeignZip({ 'data.json': '[]', VERSION: '1' })).subarray(0, 60)],
  [
    'has a climbing path',
    async () => renameEntry(await buildForeignZip({ 'data.json': '[]', 'aa/evil': 'x' }), 'aa/evil', '../evil'),
  ],
])('refuses a file of Vikunja that %s, and writes nothing', async (_, build) => {
  const before = await countRows()
  const done = await importFile(await build(), 'vikunja', 'export.zip')
  expect([done.phase, done.error]).toEqual(['failed', expect.stringMatching(/^[\w.]+: /)])
  expect(await countRows()).toEqual(before)
})
