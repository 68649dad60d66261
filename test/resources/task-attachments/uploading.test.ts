import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { boundary, formHeaders, encodePart, Upload } from '../../support/form.ts'
import { beginRequest } from '../../support/slow-request.ts'
import { listFiles, findStorageFolder, listStoredFiles, deleteUnreferenced } from '../../support/stored-files.ts'

const app = await startApp({ env: { ATTACHMENT_MAX_MB: '1', ATTACHMENTS_PER_TASK: '3' } })
const folder = findStorageFolder(app)
const [ada, ben] = [await app.signIn('ada'), await app.signIn('ben')]
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const createProjectTask = async (): Promise<string> => (await createTask(ada, org_id, { project_id })).task_id
const path = '/v1/task-attachments'
const megabyte = 1024 * 1024

const upload = (client: Client, body: object, headers = {}) => client.post(path, { body, headers })
const listAttachments = async (task_id: string) => expectStatus(await ada.get(path, { query: { task_id } }), 200).data

/** Expects one file per row and no pending upload. */
async function expectInStep(): Promise<void> {
  const { arriving, kept: stored } = await listStoredFiles(app)
  expect([listFiles(folder), arriving]).toEqual([stored, []])
}
afterEach(async () => {
  await deleteUnreferenced(app)
  await expectInStep()
})

describe('a file', () => {
  test('is attached unchanged under its name, and downloadable by its URL', async () => {
    const task_id = await createProjectTask()
    const bytes = randomBytes(300_000)
    const body = {
      task_id,
      title: 'Quay',
      is_inline: true,
      project_id,
      file: new Upload(bytes, 'quay.png', 'image/png'),
    }
    const created = expectStatus(await upload(ada, body), 201)
    const url = `${app.url}${path}/${created.attachment_id}/content`
    const known = { task_id, title: 'Quay', name: 'quay.png', is_inline: true, uploaded_by: 'ada', url }
    expect(created).toMatchObject({ ...known, deleted_at: null, deleted_by: null })
    expect(created.attachment_id).toMatch(/^A[0-9A-Z]{16}$/)
    expect(expectStatus(await ada.get(`${path}/${created.attachment_id}`), 200)).toEqual(created)
    expect(await listAttachments(task_id)).toEqual([created])
    const response = await fetch(url, { headers: { authorization: ada.authorization! } })
    expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
    const [row] = await app.sql<{ name: string }>('SELECT * FROM files ORDER BY file_id DESC LIMIT 1')
    expect(JSON.stringify(row)).not.toContain('quay')
  })

  test('may be empty, and requires neither title nor other fields', async () => {
    const created = expectStatus(
      await upload(ada, { task_id: await createProjectTask(), title: '', file: new Upload('') }),
      201,
    )
    expect([created.title, created.is_inline, created.name]).toEqual([null, false, 'notes.txt'])
    expect((await ada.get(`${path}/${created.attachment_id}/content`)).text).toBe('')
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\temp\\\\plan.pdf', 'plan.pdf'],
    ['..', 'file'],
    ['', 'file'],
    ['  ', 'file'],
    ['gnp.\u202Eexe', 'gnp.exe'],
    ['a\0b.txt', 'ab.txt'],
    ['Ünï 🏗️.pdf', 'Ünï 🏗️.pdf'],
    [`${'x'.repeat(5000)}.pdf`, `${'x'.repeat(196)}.pdf`],
    ['😀'.repeat(300), '😀'.repeat(200)],
  ])('with a malicious name is stored under a sanitized one (%#)', async (sent, stored) => {
    const created = expectStatus(
      await upload(ada, { task_id: await createProjectTask(), file: new Upload('x', sent) }),
      201,
    )
    expect(created.name).toBe(stored)
  })
})

describe('limits', () => {
  test('accepts a file of the maximum size; returns 413 for one byte more, with or without Content-Length', async () => {
    const task_id = await createProjectTask()
    expectStatus(await upload(ada, { task_id, file: new Upload(Buffer.alloc(megabyte)) }), 201)
    const refused = await upload(ada, { task_id, file: new Upload(Buffer.alloc(megabyte + 1)) })
    expect([refused.status, refused.body.detail]).toEqual([413, 'The file is larger than 1 MB.'])
    const announced = beginRequest(ada, path, { ...formHeaders, 'content-length': String(3 * megabyte) })
    expect((await announced.reply).status).toBe(413)
    announced.raw.destroy()
    const endless = beginRequest(ada, path, { ...formHeaders, 'transfer-encoding': 'chunked' })
    await endless.write(encodePart('other', new Upload(Buffer.alloc(megabyte))))
    await endless.write(Buffer.alloc(megabyte))
    expect((await endless.reply).status).toBe(413)
    endless.raw.destroy()
    expect(await listAttachments(task_id)).toHaveLength(1)
  })

  test('limits the attachments of a task, also for concurrent uploads', async () => {
    const task_id = await createProjectTask()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => upload(ada, { task_id, file: new Upload(`${i}`) })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
    const full = replies.find((reply) => reply.status === 409)!
    expect(full.body.detail).toBe('The task has 3 attachments, which is the maximum. Delete one first.')
    const [{ attachment_id }] = await listAttachments(task_id)
    expectStatus(await ada.delete(`${path}/${attachment_id}`), 204)
    expectStatus(await upload(ada, { task_id, file: new Upload('room') }), 201)
  })
})

describe('a rejected upload', () => {
  test('gets its response before the file is sent', async () => {
    await insertMembership(ben, org_id, 'guest')
    const upload = beginRequest(ben, path, { ...formHeaders, 'content-length': '900000' })
    const head = encodePart('file', new Upload(Buffer.alloc(10_000))).subarray(0, -2)
    await upload.write(Buffer.concat([encodePart('task_id', await createProjectTask()), head]))
    expect((await upload.reply).status).toBe(404)
    expect(listFiles(folder).filter((name) => name.startsWith('incoming'))).toEqual([])
    upload.raw.destroy()
  })

  test.each([
    ['an anonymous caller', undefined, 401],
    ['a token without the scope', ['tasks:read'], 403],
  ] as const)('of %s gets no 100 Continue', async (_, scopes, status) => {
    const client = scopes ? await createTokenClient(ada, org_id, { scopes: [...scopes] }) : app.anonymous
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      [
        `POST ${path} HTTP/1.1`,
        'host: svc',
        ...(client.authorization ? [`authorization: ${client.authorization}`] : []),
        'expect: 100-continue',
        'content-length: 900000',
        `content-type: ${formHeaders['content-type']}`,
        '',
        '',
      ].join('\r\n'),
    )
    let response = ''
    for await (const chunk of socket) response += String(chunk)
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test('is checked after the file if the task comes last, and leaves nothing', async () => {
    const body = { file: new Upload('x'.repeat(100_000)), task_id: 'T0000000000000000' }
    expectStatus(await upload(ada, body), 404)
    const invalid = await upload(ada, { ...body, task_id: await createProjectTask(), is_inline: 'perhaps' })
    expect([invalid.status, invalid.body.errors[0].loc]).toEqual([422, ['body', 'is_inline']])
    const blank = await upload(ada, { ...body, task_id: await createProjectTask(), title: '   ' })
    expect([blank.status, blank.body.errors[0].loc]).toEqual([422, ['body', 'title']])
    const elsewhere = { ...body, task_id: await createProjectTask(), project_id: 'P0000000000000000' }
    expect(expectStatus(await upload(ada, elsewhere), 422).errors[0].loc).toEqual(['body', 'project_id'])
    expectStatus(await upload(ada, { file: body.file }), 422)
  })
})

describe('an interrupted upload', () => {
  const content = Buffer.alloc(200_000)
  const startUpload = async (client: Client, headers = {}, of?: string) => {
    const task_id = of ?? (await createProjectTask())
    const upload = beginRequest(client, path, { ...formHeaders, 'transfer-encoding': 'chunked', ...headers })
    await upload.write(encodePart('task_id', task_id))
    const file = encodePart('file', new Upload(content))
    await upload.write(file.subarray(0, 100_000))
    await expect.poll(() => listFiles(folder).filter((name) => name.startsWith('incoming'))).toHaveLength(1)
    const rest = Buffer.concat([file.subarray(100_000), Buffer.from(`--${boundary}--\r\n`)])
    return { ...upload, task_id, rest }
  }

  test('leaves neither row nor file', async () => {
    const { raw, task_id } = await startUpload(ada)
    raw.destroy()
    await expect.poll(() => listFiles(folder).filter((name) => name.startsWith('incoming'))).toEqual([])
    expect(await listAttachments(task_id)).toEqual([])
  })

  test('leaves neither if the user loses the right during it', async () => {
    const script = await createTokenClient(ada, org_id)
    const { raw, task_id, rest, reply } = await startUpload(script)
    await app.sql("UPDATE access_tokens SET revoked_at = '2020-01-01' WHERE org_id = $1", [org_id])
    app.clock.advance(5000)
    raw.end(rest)
    expect((await reply).body).toMatchObject({ status: 401, type: 'urn:svc:problem:token-revoked' })
    expect(await listAttachments(task_id)).toEqual([])
  })

  test('does not replay a stored response if the user loses the right during it', async () => {
    const script = await createTokenClient(ada, org_id)
    const headers = { 'idempotency-key': 'answered before' }
    const named = await createProjectTask()
    expectStatus(await upload(script, { task_id: named, file: new Upload(content) }, headers), 201)
    const { raw, rest, reply } = await startUpload(script, headers, named)
    await app.sql("UPDATE access_tokens SET revoked_at = '2020-01-01' WHERE org_id = $1", [org_id])
    app.clock.advance(5000)
    raw.end(rest)
    expect((await reply).body).toMatchObject({ status: 401, type: 'urn:svc:problem:token-revoked' })
  })

  test('leaves neither if the task is deleted during it', async () => {
    const { raw, task_id, rest, reply } = await startUpload(ada)
    expectStatus(await ada.delete(`/v1/tasks/${task_id}`), 200)
    raw.end(rest)
    expect((await reply).status).toBe(404)
  })

  test('that resumes after a pause succeeds', async () => {
    const { raw, task_id, rest, reply } = await startUpload(ada)
    await sleep(300)
    raw.end(rest)
    expect((await reply).status).toBe(201)
    expect(await listAttachments(task_id)).toHaveLength(1)
  })
})

describe('an Idempotency-Key', () => {
  test('replays the first response for the same fields and bytes, and returns 422 for others', async () => {
    const body = { task_id: await createProjectTask(), file: new Upload('the same') }
    const headers = { 'idempotency-key': 'an upload' }
    const first = expectStatus(await upload(ada, body, headers), 201)
    const before = (await listStoredFiles(app)).kept
    const again = await upload(ada, { file: new Upload('the same'), task_id: body.task_id }, headers)
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, first, 'true'])
    for (const other of [
      { ...body, file: new Upload('other') },
      { ...body, file: new Upload('the same', 'other.txt') },
      { ...body, title: 'Other' },
    ])
      expect((await upload(ada, other, headers)).body.type).toBe('urn:svc:problem:idempotency-key-reused')
    expect((await listStoredFiles(app)).kept).toEqual(before)
  })

  test('creates one attachment for concurrent requests', async () => {
    const body = { task_id: await createProjectTask(), file: new Upload('once') }
    const headers = { 'idempotency-key': 'at once' }
    const replies = await Promise.all(Array.from({ length: 6 }, () => upload(ada, body, headers)))
    expect(replies.map((reply) => reply.status).filter((status) => status !== 409)).toContain(201)
    expect(await listAttachments(body.task_id)).toHaveLength(1)
  })
})

test('emits a task event with the attachment, without user content', async () => {
  const body = { task_id: await createProjectTask(), title: 'Secret title', file: new Upload('x', 'secret name.txt') }
  const created = expectStatus(await upload(ada, body, { 'x-request-id': 'attaching' }), 201)
  const rows = await app.sql("SELECT * FROM events WHERE request_id = 'attaching'")
  expect(rows).toMatchObject([
    {
      type: 'task.attachment_added',
      resource_type: 'task',
      resource_id: body.task_id,
      part_id: created.attachment_id,
      project_id,
      before: null,
      after: { attachment_id: created.attachment_id, is_inline: false },
    },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/secret/i)
})
