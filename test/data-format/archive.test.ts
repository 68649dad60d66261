import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import yazl from 'yazl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createArchiveWriter, openArchive, packEntries, verifyArchive, type DataArchive } from '@svc/import/archive'
import { DataError, buildFormatSchema, type Entry, type Row } from '@svc/import'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const CREATED_AT = '2026-01-01T00:00:00.000Z'
const details = { source: 'test', created_at: CREATED_AT }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
const generatePath = () => path.join(folder, `${(files += 1)}.zip`)

const buildTaskEntry = (id: string, rest: Partial<Row<'tasks'>> = {}): Entry => ({
  kind: 'tasks',
  row: { id, title: `Task ${id}`, ...rest },
})

async function packArchive(entries: Entry[], contents: Record<string, string> = {}): Promise<string> {
  const file = generatePath()
  const packed = Object.entries(contents).map(([name, content]) => ({
    path: name,
    open: async () => Readable.from([Buffer.from(content)]),
  }))
  await packEntries(entries, createWriteStream(file), { folder, manifest: () => details, files: packed })
  return file
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** Writes a zip with any entries. */
async function zipFiles(entries: Record<string, string | Buffer>): Promise<string> {
  const file = generatePath()
  const created = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries)) created.addBuffer(Buffer.from(content), name)
  created.end()
  await writeFile(file, created.outputStream as Readable)
  return file
}

async function findError(file: string, limits?: Parameters<typeof openArchive>[1]): Promise<Error | undefined> {
  let archive: DataArchive | undefined
  try {
    archive = await openArchive(file, limits)
    await verifyArchive(archive)
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    archive?.close()
  }
}

const check = async (...args: Parameters<typeof findError>) => (await findError(...args))?.message ?? 'valid'

const buildManifest = (parts: object[]) => JSON.stringify({ format: 'svc-data', format_version: 1, ...details, parts })

test('reads the rows and files that were written, in the order of the kinds', async () => {
  const entries: Entry[] = [
    buildTaskEntry('t1', { project: 'p', description: 'Größe\n“quoted”' }),
    { kind: 'projects', row: { id: 'p', name: 'Harbor' } },
    buildTaskEntry('t2', { project: 'p', parent: 't1' }),
    { kind: 'attachments', row: { id: 'a', task: 't1', name: 'a.txt', file: 'files/a' } },
  ]
  const file = await packArchive(entries, { 'files/a': 'content' })
  expect(await check(file)).toBe('valid')
  const archive = await openArchive(file)
  expect(archive.manifest.parts.map((part) => [part.path, part.kind, part.rows])).toEqual([
    ['projects.jsonl', 'projects', 1],
    ['tasks.jsonl', 'tasks', 2],
    ['attachments.jsonl', 'attachments', 1],
    ['files/a', undefined, undefined],
  ])
  const rows = await collect(archive.rows('tasks'))
  expect(rows.map(({ line, row }) => [line, row.id, row.description])).toEqual([
    [1, 't1', 'Größe\n“quoted”'],
    [2, 't2', undefined],
  ])
  expect((await collect(archive.rows('tasks', 2))).map(({ row }) => row.id)).toEqual(['t2'])
  expect(await text(await archive.openFile('files/a'))).toBe('content')
  archive.close()
})

test('writes the same bytes for the same data', async () => {
  const [one, two] = [await packArchive([buildTaskEntry('1')]), await packArchive([buildTaskEntry('1')])]
  expect(Buffer.compare(await readFile(one), await readFile(two))).toBe(0)
})

test('writes and reads 200,000 rows in less than 60 MB', async () => {
  const file = generatePath()
  const writer = createArchiveWriter(createWriteStream(file))
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss - before)), 20)
  await writer.writeRows('tasks', makeRows(200_000))
  await writer.finish(details)
  const archive = await openArchive(file)
  await verifyArchive(archive)
  archive.close()
  clearInterval(watch)
  expect(peak).toBeLessThan(60 * 1024 * 1024)
})

function* makeRows(count: number): Generator<Row<'tasks'>> {
  for (let index = 0; index < count; index += 1)
    yield { id: `task-${index}`, title: `Task ${index}`, description: 'x'.repeat(500) }
}

test('ends with the error of its output', async () => {
  const output = createWriteStream(path.join(folder, 'missing', 'file.zip'))
  const writer = createArchiveWriter(output)
  await expect(writer.writeRows('tasks', makeRows(10_000)).then(() => writer.finish(details))).rejects.toThrow('ENOENT')
})

describe('reports the place of a fault:', () => {
  const computeSha256 = (content: string) => createHash('sha256').update(content).digest('hex')
  test.each([
    [
      'a row that is no row',
      buildTaskEntry('1', { due_date: '2026-02-30' }),
      'tasks.jsonl, line 1: due_date must be a date, YYYY-MM-DD.',
    ],
    [
      'an unknown property',
      buildTaskEntry('1', { foo: 1 } as never),
      'tasks.jsonl, line 1: foo is not a known property.',
    ],
    [
      'the character NUL',
      buildTaskEntry('1', { title: 'a\0b' }),
      'tasks.jsonl, line 1: title must not contain the character U+0000.',
    ],
  ])('%s', async (_, entry, message) => {
    await expect(packArchive([entry])).rejects.toThrow(message)
  })

  test.each([
    [
      'ids that exist twice',
      [buildTaskEntry('1'), buildTaskEntry('1')],
      'tasks.jsonl, line 2: the id "1" exists twice.',
    ],
    [
      'ids that do not exist',
      [buildTaskEntry('1', { parent: '2' })],
      'tasks.jsonl, line 1: parent is "2", which does not exist.',
    ],
    [
      'parents that form a cycle',
      [buildTaskEntry('1'), buildTaskEntry('2', { parent: '3' }), buildTaskEntry('3', { parent: '2' })],
      'tasks.jsonl, line 2: the row is its own ancestor.',
    ],
    [
      'a scope that does not exist',
      [{ kind: 'sections', row: { id: '1', scope_type: 'team', scope: 'x', name: 'To do' } } as Entry],
      'sections.jsonl, line 1: scope is "x", which does not exist.',
    ],
  ])('%s', async (_, entries, message) => {
    expect(await check(await packArchive(entries))).toBe(message)
  })

  test('a truncated file', async () => {
    const whole = await readFile(await packArchive([buildTaskEntry('1')]))
    for (const length of [0, 10, whole.length - 30]) {
      const file = generatePath()
      await writeFile(file, whole.subarray(0, length))
      expect(await check(file)).toMatch(/^archive: the zip file is damaged or incomplete/)
    }
  })

  test('bytes that changed', async () => {
    const rows = '{"id":"1","title":"a"}\n'
    const part = { path: 'tasks.jsonl', kind: 'tasks', rows: 1, size: rows.length, sha256: computeSha256(rows) }
    expect(await check(await zipFiles({ 'tasks.jsonl': rows, 'manifest.json': buildManifest([part]) }))).toBe('valid')
    const changed = rows.replace('"a"', '"b"')
    expect(await check(await zipFiles({ 'tasks.jsonl': changed, 'manifest.json': buildManifest([part]) }))).toBe(
      'tasks.jsonl: it is not what the manifest says (SHA-256).',
    )
  })

  test('each single byte that changed: an error of the format, or the same rows', async () => {
    const entries = Array.from({ length: 40 }, (_, i) => buildTaskEntry(String(i), { description: `Rope ${i * i}` }))
    const whole = await readFile(await packArchive(entries, { 'files/a': 'Tide tables\n'.repeat(50) }))
    const file = generatePath()
    const outcomes = new Set<string>()
    for (let position = 0; position < whole.length; position += 3) {
      const bytes = Buffer.from(whole)
      bytes[position]! ^= 0xff
      await writeFile(file, bytes)
      const error = await findError(file)
      if (error !== undefined && !(error instanceof DataError)) throw new Error(`byte ${position}`, { cause: error })
      outcomes.add(/damaged|SHA-256/.exec(error?.message ?? 'none')?.[0] ?? 'other')
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(['damaged', 'SHA-256']))
  })

  test('lines that are no JSON and no UTF-8', async () => {
    for (const [content, message] of [
      ['{"id":"1","title":"a"}\n{"id"\n', /^tasks.jsonl, line 2: it is not valid JSON/],
      [Buffer.from([0x7b, 0xff, 0x0a]), /^tasks.jsonl, line 1: it is not UTF-8/],
    ] as const) {
      const part = { path: 'tasks.jsonl', kind: 'tasks', rows: 1, size: content.length, sha256: 'x' }
      expect(await check(await zipFiles({ 'tasks.jsonl': content, 'manifest.json': buildManifest([part]) }))).toMatch(
        message,
      )
    }
  })

  test('contents that are larger than allowed, without unpacking them', async () => {
    const file = await zipFiles({ 'tasks.jsonl': Buffer.alloc(50_000_000), 'manifest.json': '{}' })
    expect((await readFile(file)).length).toBeLessThan(100_000)
    expect(await check(file, { maxBytes: 10_000_000 })).toBe('archive: the contents are larger than 10000000 bytes.')
  })

  test('a size that is not true', async () => {
    const file = await zipFiles({ 'manifest.json': Buffer.alloc(5_000_000, 32) })
    const bytes = await readFile(file)
    const directory = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    bytes.writeUInt32LE(10, directory + 24)
    await writeFile(file, bytes)
    expect(await check(file)).toMatch(/^manifest.json: the zip file is damaged or incomplete \(too many bytes/)
  })

  test('a row that is too long', async () => {
    const file = await packArchive([buildTaskEntry('1', { description: 'x'.repeat(5000) })])
    expect(await check(file, { maxRowBytes: 1000 })).toBe('tasks.jsonl, line 1: it has more than 1000 bytes.')
  })

  test('paths that leave the folder, and parts that are not listed', async () => {
    const climbing = await readFile(await zipFiles({ 'xx/xx': 'a', 'manifest.json': buildManifest([]) }))
    const file = generatePath()
    await writeFile(file, Buffer.from(climbing.toString('latin1').replaceAll('xx/xx', '../xx'), 'latin1'))
    expect(await check(file)).toMatch(/^archive: .*relative path: \.\.\/xx/)
    expect(await check(await zipFiles({ 'a.txt': 'a', 'manifest.json': buildManifest([]) }))).toBe(
      'manifest.json: it does not list a.txt, which the archive has.',
    )
    const part = { path: 'files/../a', size: 1, sha256: computeSha256('a') }
    expect(await check(await zipFiles({ 'manifest.json': buildManifest([part]) }))).toBe(
      'manifest.json: it lists files/../a, which the archive does not have.',
    )
  })

  test('a newer version and other formats', async () => {
    expect(await check(await zipFiles({ 'manifest.json': '{"format":"svc-data","format_version":3}' }))).toBe(
      'manifest.json: format version 3 is newer than this program, which knows 2. Update the program.',
    )
    expect(await check(await zipFiles({ 'data.json': '{}' }))).toBe('archive: manifest.json is missing.')
  })
})

test('the published JSON schema accepts what the writer accepts', async () => {
  const schema = JSON.parse(await readFile('docs/data-format.schema.json', 'utf8'))
  expect(schema).toEqual(buildFormatSchema())
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const validate = ajv.compile({ ...schema.$defs.tasks })
  expect(validate({ id: '1', title: 'A', due_date: '2026-01-31', assignee: null })).toBe(true)
  for (const row of [
    { id: '1' },
    { id: '', title: 'A' },
    { id: '1', title: 'A', status: 'done' },
    { id: '1', title: 'A', x: 1 },
  ])
    expect([row, validate(row)]).toEqual([row, false])
})
