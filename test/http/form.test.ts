import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { destroyUnfinishedLater } from '../../src/http/expect-continue.ts'
import { parseForm, type ParsedForm } from '../../src/http/uploads/form.ts'
import { Problem } from '../../src/core/errors.ts'
import { StorageUnavailable, type SpooledFile, type FileStorage } from '../../src/storage/storage.ts'
import { boundary, encodeForm, formHeaders, encodePart, Upload } from '../support/form.ts'

/** Contents of the spool by generated name. */
const spool = new Map<string, string>()
let full = false
let last = 0

const storage = {
  async receive(chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    let text = ''
    for await (const chunk of chunks) text += Buffer.from(chunk).toString('latin1')
    if (full) throw new StorageUnavailable('full')
    const path = `spooled-${++last}`
    spool.set(path, text)
    return { path, size: text.length, sha256: Buffer.alloc(32) }
  },
  async discard({ path }: SpooledFile) {
    spool.delete(path)
  },
} as unknown as FileStorage

let outcome: Promise<ParsedForm>
let beforeFile: (fields: Record<string, string>) => Promise<void>

const server: Server = createServer((message, response) => {
  response.on('finish', () => destroyUnfinishedLater(message, 400))
  const reading = {
    storage,
    maxMegabytes: 1,
    timeoutMs: 250,
    beforeFile: (fields: Record<string, string>) => beforeFile(fields),
  }
  outcome = (async () => parseForm(message, reading))()
  const toStatus = (error: unknown) => (error instanceof Problem ? error.status : 503)
  outcome.then(
    () => response.end(),
    (error: unknown) => response.writeHead(toStatus(error)).end(),
  )
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())

beforeEach(() => {
  spool.clear()
  full = false
  beforeFile = async () => undefined
})

const start = (headers = {}) =>
  request({ port, host: '127.0.0.1', method: 'POST', headers: { ...formHeaders, ...headers }, agent: false })
const waitForStatus = (sending: ReturnType<typeof start>) =>
  new Promise<number>((resolve, reject) => {
    sending.on('response', (response) => resolve(response.statusCode!)).on('error', reject)
  })
const file = encodePart('file', new Upload('x'.repeat(5000)))

test('reads a whole form, with fields before and after the file', async () => {
  const sending = start()
  sending.end(encodeForm(encodePart('a', 'ä'), file, encodePart('b', '')))
  expect(await waitForStatus(sending)).toBe(200)
  const { fields, file: received } = await outcome
  expect([fields, received.name, received.media_type]).toEqual([{ a: 'ä', b: '' }, 'notes.txt', 'text/plain'])
  expect([...spool.values()]).toEqual(['x'.repeat(5000)])
})

test('returns 408 to a client that pauses too long, and deletes the file', async () => {
  for (const sent of [encodePart('a', 'b'), file.subarray(0, 3000)]) {
    const sending = start()
    sending.write(sent)
    expect(await waitForStatus(sending)).toBe(408)
    await expect.poll(() => [...spool]).toEqual([])
    sending.destroy()
  }
})

test('skips the rest of a rejected form for a while, then closes the connection', async () => {
  beforeFile = async () => {
    throw new Problem(403, 'No.')
  }
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let response = ''
  socket.on('data', (chunk) => (response += String(chunk)))
  const head = [
    'POST / HTTP/1.1',
    'host: svc',
    `content-type: ${formHeaders['content-type']}`,
    'content-length: 2000000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(file.subarray(0, 3000))
  await expect.poll(() => response).toMatch(/^HTTP\/1.1 403 /)
  let skipped = 0
  for (; !socket.closed; skipped++) {
    socket.write(Buffer.alloc(1000))
    await sleep(20)
  }
  expect(skipped).toBeGreaterThan(1)
  expect([...spool]).toEqual([])
})

test('stores nothing of the file before the upload is authorized', async () => {
  let decide = () => {}
  let known: Record<string, string> = {}
  beforeFile = (fields) => {
    known = fields
    return new Promise((resolve) => (decide = resolve))
  }
  const sending = start()
  sending.end(
    encodeForm(encodePart('a', 'b'), encodePart('file', new Upload('x'.repeat(900_000))), encodePart('late', 'c')),
  )
  await expect.poll(() => known).toEqual({ a: 'b' })
  await sleep(300) // Longer than the timeout of clients, which does not apply to a pause of the server.
  expect([...spool]).toEqual([])
  decide()
  expect(await waitForStatus(sending)).toBe(200)
  expect((await outcome).fields).toEqual({ a: 'b', late: 'c' })
})

test('deletes the file after any later error in the form', async () => {
  const wrongs: [Buffer, number][] = [
    [encodeForm(file, file), 422],
    [encodeForm(file, encodePart('file', 'x')), 422],
    [encodeForm(file, encodePart('a', 'b'), encodePart('a', 'c')), 422],
    [encodeForm(file, encodePart('a', 'b\0')), 422],
    [encodeForm(file, encodePart('a', 'x'.repeat(70_000))), 422],
    [file, 422],
    [Buffer.concat([file, Buffer.from(`--${boundary}\r\n`)]), 422],
    [encodeForm(file, ...Array.from({ length: 60 }, (_, i) => encodePart(`a${i}`, ''))), 413],
    [encodeForm(file, ...Array.from({ length: 20 }, (_, i) => encodePart(`a${i}`, new Upload('')))), 413],
    [
      encodeForm(
        file,
        encodePart('other', new Upload(Buffer.alloc(1_100_000))),
        encodePart('b', new Upload(Buffer.alloc(1e6))),
      ),
      413,
    ],
    [encodeForm(encodePart('file', new Upload(Buffer.alloc(1024 * 1024 + 1)))), 413],
  ]
  for (const [i, [body, status]] of wrongs.entries()) {
    const sending = start({ 'transfer-encoding': 'chunked' })
    sending.on('error', () => {})
    sending.end(body)
    expect([i, await waitForStatus(sending)]).toEqual([i, status])
    await expect.poll(() => [i, [...spool]]).toEqual([i, []])
    sending.destroy()
  }
})

test('returns 422 for a form truncated at any position', async () => {
  const body = encodeForm(encodePart('a', 'b'), file, encodePart('c', 'd'))
  for (let length = 0; length < body.length - 4; length += length > 200 && length < 5000 ? 1500 : 9) {
    const sending = start({ 'transfer-encoding': 'chunked' })
    sending.end(body.subarray(0, length))
    expect([length, await waitForStatus(sending)]).toEqual([length, 422])
  }
})

test('returns 503 if the storage is full', async () => {
  full = true
  const sending = start()
  sending.end(encodeForm(file))
  expect(await waitForStatus(sending)).toBe(503)
  await expect(outcome).rejects.toThrow(StorageUnavailable)
})

test('deletes the file if the client disconnects at any position', async () => {
  const body = encodeForm(encodePart('a', 'b'), file)
  for (const length of [0, 10, 150, 2000, body.length - 4]) {
    const sending = start()
    sending.on('error', () => {})
    sending.write(body.subarray(0, length))
    sending.flushHeaders()
    await sleep(30)
    sending.destroy()
    await expect.poll(async () => Promise.race([outcome.catch(() => 'refused'), sleep(5)])).toBe('refused')
    expect([...spool]).toEqual([])
  }
})

const buildPart = (parameters: string) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; ${parameters}\r\n\r\n`, 'latin1'),
    Buffer.from('x\r\n'),
  ])

test.each([
  ['in UTF-8', `filename*=UTF-8''%C3%A4%20b.txt`, 'ä b.txt'],
  ['after filename', `filename="a.txt"; filename*=UTF-8''%C3%A4.txt`, 'ä.txt'],
  ['before filename', `filename*=UTF-8''%C3%A4.txt; filename="a.txt"`, 'ä.txt'],
  ['with a language', `filename="a.txt"; filename*=utf-8'de'%C3%A4.txt`, 'ä.txt'],
  ['in another case', `FILENAME="a.txt"; FileName*=Utf-8''%c3%a4.txt`, 'ä.txt'],
  ['in ISO-8859-1', `filename="a.txt"; filename*=iso-8859-1''%E4.txt`, 'ä.txt'],
  ['in quotes', `filename="a.txt"; filename*="UTF-8''%C3%A4.txt"`, 'ä.txt'],
  ['of ASCII alone', `filename="a.txt"; filename*=UTF-8''b.txt`, 'b.txt'],
  ['with emoji', `filename="a.txt"; filename*=UTF-8''%F0%9F%9A%A2.txt`, '🚢.txt'],
  ['twice: the first', `filename*=UTF-8''b.txt; filename*=UTF-8''c.txt`, 'b.txt'],
  ['with a path', `filename="a.txt"; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`, 'passwd'],
  ['with a line break', `filename="a.txt"; filename*=UTF-8''b%0D%0Ac.txt`, 'bc.txt'],
  ['with NUL', `filename="a.txt"; filename*=UTF-8''b%00.txt`, 'b.txt'],
  ['with a turned direction', `filename="a.txt"; filename*=UTF-8''gnp.%E2%80%AEexe`, 'gnp.exe'],
  ['with bytes that are no UTF-8', `filename="a.txt"; filename*=UTF-8''%E4.txt`, 'a.txt'],
  ['with an overlong form', `filename="a.txt"; filename*=UTF-8''%C0%AF.txt`, 'a.txt'],
  ['with a surrogate', `filename="a.txt"; filename*=UTF-8''%ED%A0%80.txt`, 'a.txt'],
  ['with half a percent sign', `filename="a.txt"; filename*=UTF-8''%C3%A.txt`, 'a.txt'],
  ['with a percent sign and no digits', `filename="a.txt"; filename*=UTF-8''50%zz.txt`, 'a.txt'],
  ['in an unknown charset', `filename="a.txt"; filename*=klingon''%C3%A4.txt`, 'a.txt'],
  ['without a charset', `filename="a.txt"; filename*=''%C3%A4.txt`, 'a.txt'],
  ['without the quotes of its form', `filename="a.txt"; filename*=%C3%A4.txt`, 'a.txt'],
  ['that is malformed, and nothing else', `filename*=UTF-8''%E4.txt`, 'file'],
  ['that is empty', `filename="a.txt"; filename*=UTF-8''`, 'file'],
  ['inside the quotes of filename', `filename="a; filename*=UTF-8''b.txt"`, "a; filename*=UTF-8''b.txt"],
  ['malformed beside quotes in filename', `filename="a\\"b.txt"; filename*=x`, 'a"b.txt'],
  ['malformed beside filename in UTF-8', `filename="\u00c3\u00a4.txt"; filename*=x`, 'ä.txt'],
])('filename* %s', async (_, parameters, name) => {
  const sending = start()
  sending.end(encodeForm(buildPart(parameters)))
  expect(await waitForStatus(sending)).toBe(200)
  expect((await outcome).file.name).toBe(name)
})

test('does not use filename* as the name of the next part', async () => {
  const sending = start()
  const other = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="other"; filename*=UTF-8''%C3%A4.txt\r\n\r\nx\r\n`,
  )
  sending.end(encodeForm(other, file))
  expect(await waitForStatus(sending)).toBe(200)
  expect((await outcome).file.name).toBe('notes.txt')
})
