import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'
import { findStorageFolder } from '../../support/stored-files.ts'

const app = await startApp()
const [ada, ben, eve] = [await app.signIn('ada'), await app.signIn('ben'), await app.signIn('eve')]
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id, { visibility: 'private' })
const { task_id } = await createTask(ada, org_id, { project_id })

async function uploadAttachment(file: Upload): Promise<string> {
  const created = expectStatus(await ada.post('/v1/task-attachments', { body: { task_id, file } }), 201)
  return `/v1/task-attachments/${created.attachment_id}`
}

describe('a range request', () => {
  const bytes = randomBytes(1000)
  const whole = uploadAttachment(new Upload(bytes.toString('hex').slice(0, 1000), 'a.txt'))
  const text = bytes.toString('hex').slice(0, 1000)
  const get = async (headers: Record<string, string>) => ada.get(`${await whole}/content`, { headers })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-999', 0, 999],
    ['bytes=990-', 990, 999],
    ['bytes=990-99999', 990, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-99999', 0, 999],
    ['Bytes = 5-9', 5, 9],
  ])('%s', async (range, start, end) => {
    const reply = await get({ range })
    expect([reply.status, reply.text]).toEqual([206, text.slice(start, end + 1)])
    const { 'content-range': contentRange, 'content-length': length } = reply.headers
    expect([contentRange, length]).toEqual([`bytes ${start}-${end}/1000`, String(end - start + 1)])
  })

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('returns 416 for %s', async (range) => {
    const reply = await get({ range })
    expect([reply.status, reply.headers['content-range'], reply.body.type]).toEqual([
      416,
      'bytes */1000',
      'about:blank',
    ])
  })

  test.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=0x1-2', ''])(
    'returns the whole file for %j',
    async (range) => {
      const reply = await get({ range })
      expect([reply.status, reply.text, reply.headers['content-range']]).toEqual([200, text, undefined])
    },
  )

  test('returns a part only if If-Range matches the version', async () => {
    const { etag } = (await get({})).headers
    const range = 'bytes=0-4'
    for (const [ifRange, status] of [
      [etag!, 206],
      [`W/${etag}`, 200],
      ['"other"', 200],
      ['Fri, 20 Nov 2026 10:00:00 GMT', 200],
    ] as const)
      expect([ifRange, (await get({ range, 'if-range': ifRange })).status]).toEqual([ifRange, status])
    expect((await get({ range, 'if-none-match': etag! })).status).toBe(304)
  })

  test('is ignored for HEAD', async () => {
    const head = await ada.head(`${await whole}/content`, { headers: { range: 'bytes=0-1' } })
    const { 'content-length': length, 'accept-ranges': ranges } = head.headers
    expect([head.status, length, ranges, head.text]).toEqual([200, '1000', 'bytes', ''])
    const { etag } = head.headers
    const same = await ada.head(`${await whole}/content`, { headers: { 'if-none-match': etag! } })
    expect([same.status, same.headers['content-length']]).toEqual([304, '1000'])
  })

  test('is not satisfiable for an empty file', async () => {
    const empty = await uploadAttachment(new Upload(''))
    expectStatus(await ada.get(`${empty}/content`, { headers: { range: 'bytes=0-' } }), 416)
    expect((await ada.get(`${empty}/content`)).headers['content-length']).toBe('0')
  })
})

describe('an uploaded file', () => {
  test.each([
    ['image/svg+xml', 'application/octet-stream'],
    ['text/html', 'application/octet-stream'],
    ['text/html; charset=utf-8', 'application/octet-stream'],
    ['TEXT/HTML', 'application/octet-stream'],
    ['application/xhtml+xml', 'application/octet-stream'],
    ['text/xml', 'application/octet-stream'],
    ['text/javascript', 'application/octet-stream'],
    ['nonsense', 'application/octet-stream'],
    ['multipart/x-mixed-replace', 'application/octet-stream'],
    ['image/png', 'image/png'],
    ['Text/Plain; charset=utf-16', 'text/plain'],
  ])('of type %s is downloaded as %s, never rendered', async (sent, served) => {
    const created = await uploadAttachment(new Upload('<svg onload=alert(1)>', 'x.svg', sent))
    const { headers } = await ada.get(`${created}/content`)
    expect(headers).toMatchObject({
      'content-type': served,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="x.svg"',
    })
  })

  test.each([
    ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"'],
    ['a"b\\c.txt', `attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b_c.txt`],
    ['a\r\nset-cookie: x=1', 'attachment; filename="aset-cookie: x=1"'],
    ['gnp.\u202Eexe', 'attachment; filename="gnp.exe"'],
    ['50%.txt', `attachment; filename="50_.txt"; filename*=UTF-8''50%25.txt`],
    ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"`],
    ["ä'(1)*.txt", `attachment; filename="_'(1)*.txt"; filename*=UTF-8''%C3%A4%27%281%29%2A.txt`],
    ['🏗️.pdf', `attachment; filename="__.pdf"; filename*=UTF-8''%F0%9F%8F%97%EF%B8%8F.pdf`],
    ['...', 'attachment; filename="file"'],
  ])('renamed to %j is sent in one valid header', async (name, disposition) => {
    const created = await uploadAttachment(new Upload('x'))
    expectStatus(await ada.patch(created, { body: { name } }), 200)
    const { headers } = await ada.get(`${created}/content`)
    expect([headers['content-disposition'], headers['set-cookie']]).toEqual([disposition, undefined])
  })
})

test('only readers of the task can download, by any URL or token', async () => {
  const created = await uploadAttachment(new Upload('x'))
  await insertMembership(ben, org_id, 'member')
  const other = (await createOrganization(eve)).org_id
  const elsewhere = (await createProject(ada, org_id)).project_id
  for (const client of [
    ben,
    eve,
    await createTokenClient(eve, other),
    await createTokenClient(ada, org_id, { project_ids: [elsewhere] }),
  ])
    for (const path of [created, `${created}/content`]) expectStatus(await client.get(path), 404)
  expectStatus(await app.anonymous.get(`${created}/content`), 401)
  expectStatus(
    await (await createTokenClient(ada, org_id, { scopes: ['projects:read'] })).get(`${created}/content`),
    403,
  )
  await addProjectMember(ada, project_id, ben, 'viewer')
  expectStatus(await ben.get(`${created}/content`), 200)
})

/** Lists the temporary files that this process has open, with the path and read position. */
function openFiles(): { path: string; position: number }[] {
  const known = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const info = readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')
      return [{ path: readlinkSync(`/proc/self/fd/${fd}`), position: Number(/pos:\s*(\d+)/.exec(info)![1]) }]
    } catch {
      return []
    }
  })
  return known.filter(({ path }) => path.startsWith(findStorageFolder(app)))
}

test('a file is read only as fast as the client receives it, and closed when it disconnects', async () => {
  const created = await uploadAttachment(new Upload(Buffer.alloc(24 * 1024 * 1024)))
  const headers = { authorization: ada.authorization! }
  const download = request(new URL(`${created}/content`, app.url), { headers, agent: false }).end()
  const response = await new Promise<IncomingMessage>((resolve) => download.on('response', resolve))
  expect(response.statusCode).toBe(200)
  await expect.poll(() => openFiles().length).toBe(1)
  let before = -1
  // The socket buffers fill, then reading pauses (backpressure).
  await expect
    .poll(
      () => {
        const [stood, { position }] = [before, openFiles()[0]!]
        before = position
        return stood === position
      },
      { interval: 150, timeout: 5000 },
    )
    .toBe(true)
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(16 * 1024 * 1024)
  download.destroy()
  await expect.poll(openFiles).toEqual([])
})
