import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertMembership, createOrganization, createProject, addProjectMember } from '../../support/factories.ts'
import { formHeaders, encodePart, Upload } from '../../support/form.ts'
import { beginRequest } from '../../support/slow-request.ts'
import { listFiles, findStorageFolder, listStoredFiles, deleteUnreferenced } from '../../support/stored-files.ts'

const app = await startApp({ env: { ATTACHMENT_MAX_MB: '1' } })
const [ada, ben, dan] = [await app.signIn('ada'), await app.signIn('ben'), await app.signIn('dan')]
const { org_id } = await createOrganization(ada)
for (const person of [ben, dan]) await insertMembership(person, org_id, 'member')
const { project_id, name: project_name } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, dan, 'editor')
const base = '/v1/project-resources'
const query = { project_id }

const createLink = (client: Client, values: object = {}) =>
  client.post(base, { query, body: { project_id, project_name: 'Any', resource_name: 'Tides', ...values } })
const upload = (client: Client, body: object, headers = {}) => client.post(`${base}/upload`, { query, body, headers })
const buildPath = ({ resource_id }: { resource_id: string }) => `${base}/${resource_id}`

describe('a link', () => {
  test('is stored as sent, except for server-owned fields', async () => {
    const resource_url = 'https://example.com/a?b=c#d'
    const owned = { created_by: 'ben', updated_by: 'ben', delete_reason: 'x' }
    const storage_path = 'plans/2027/tides.pdf'
    const values = { resource_url, resource_type: 'chart', storage_path }
    const created = expectStatus(await createLink(dan, { ...values, ...owned }), 200)
    expect(created).toMatchObject({
      project_id,
      project_name,
      resource_name: 'Tides',
      resource_url,
      resource_type: 'chart',
      storage_path,
      is_active: true,
      created_by: 'dan',
      updated_by: 'dan',
      delete_reason: null,
      deleted_at: null,
    })
    expect(created.resource_id).toMatch(/^RE[0-9A-Z]{16}$/)
    expect(expectStatus(await ben.get(buildPath(created)), 200)).toEqual(created)
    expectStatus(await ada.get(`${buildPath(created)}/content`), 404)
    expectStatus(await ada.head(`${buildPath(created)}/content`), 404)
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'blob:https://example.com/x',
    '//example.com',
    '/relative',
    'example.com',
    'http://',
    'https:example.com',
    'https:\\\\example.com',
    'https://exa mple.com',
    'https://example.com/\u0085',
    'https://user:pass@example.com/',
    `https://example.com/${'x'.repeat(2000)}`,
    '',
  ])('to %j is rejected on create and update', async (resource_url) => {
    const refused = await createLink(ada, { resource_url })
    expect([refused.status, refused.body.errors?.[0].loc]).toEqual([422, ['body', 'resource_url']])
    const created = expectStatus(await createLink(ada, { resource_url: 'https://example.com' }), 200)
    expectStatus(await ada.patch(buildPath(created), { body: { resource_url } }), 422)
    expect(expectStatus(await ada.get(buildPath(created)), 200).resource_url).toBe('https://example.com')
  })

  test('changes only in writable fields, with one event with the previous values', async () => {
    const created = expectStatus(await createLink(ada, { resource_url: 'http://example.com' }), 200)
    const body = {
      resource_name: 'Currents',
      resource_url: null,
      resource_type: 'map',
      project_name: 'Other',
    }
    const changed = expectStatus(await dan.put(buildPath(created), { body }), 200)
    expect(changed).toMatchObject({ ...body, project_name, updated_by: 'dan' })
    const again = await ada.patch(buildPath(created), { body: { ...body, created_by: 'x', is_active: true } })
    expect([again.body, again.headers.etag]).toEqual([changed, (await ada.get(buildPath(created))).headers.etag])
    const events = await app.sql('SELECT type, before, after FROM events WHERE resource_id = $1 ORDER BY event_id', [
      created.resource_id,
    ])
    expect(events).toMatchObject([
      { type: 'project_resource.created', before: null },
      {
        type: 'project_resource.updated',
        before: { resource_name: 'Tides', resource_url: 'http://example.com', resource_type: null },
        after: { resource_name: 'Currents', resource_url: null, resource_type: 'map' },
      },
    ])
  })
})

describe('a file', () => {
  test('is uploaded under its name or a title, and downloaded unchanged', async () => {
    const created = expectStatus(await upload(dan, { title: 'The plan', file: new Upload('%PDF', 'plan.pdf') }), 201)
    const url = `${app.url}${buildPath(created)}/content`
    expect(created).toMatchObject({
      resource_name: 'The plan',
      resource_type: 'file',
      resource_url: url,
      project_id,
    })
    const reply = await ben.get(`${buildPath(created)}/content`, { headers: { range: 'bytes=1-' } })
    expect([reply.status, reply.text]).toEqual([206, 'PDF'])
    expect(reply.headers['content-disposition']).toBe('attachment; filename="plan.pdf"')
    const untitled = expectStatus(await upload(ada, { file: new Upload('x', 'x.txt'), project_id, title: '' }), 201)
    expect(untitled.resource_name).toBe('x.txt')
  })

  test('keeps its URL whatever the body contains', async () => {
    const created = expectStatus(await upload(ada, { file: new Upload('x') }), 201)
    const body = { resource_url: 'https://evil.example', resource_name: 'Renamed' }
    const changed = expectStatus(await ada.patch(buildPath(created), { body }), 200)
    expect([changed.resource_url, changed.resource_name]).toEqual([created.resource_url, 'Renamed'])
  })

  test.each(['delete', 'is_active'])(
    'deleted by %s is gone immediately, and soon removed from the storage',
    async (how) => {
      const { kept: storedFiles } = await listStoredFiles(app)
      const created = expectStatus(await upload(ada, { file: new Upload('x') }), 201)
      const [stored] = (await listStoredFiles(app)).kept!.filter((name) => !storedFiles!.includes(name))
      const reply =
        how === 'delete'
          ? await ada.delete(buildPath(created))
          : await ada.patch(buildPath(created), { body: { is_active: false, delete_reason: 'Outdated' } })
      const deletion = { is_active: false, delete_reason: 'Outdated', deleted_at: expect.any(String) }
      expect(expectStatus(reply, 200)).toMatchObject(how === 'delete' ? { ok: true } : deletion)
      expectStatus(await ada.get(buildPath(created)), 404)
      expectStatus(await ada.get(`${buildPath(created)}/content`), 404)
      expectStatus(await ada.delete(buildPath(created)), 404)
      await deleteUnreferenced(app)
      expect(existsSync(path.join(findStorageFolder(app), stored!))).toBe(false)
      const [last] = await app.sql<{ type: string }>(
        'SELECT type FROM events WHERE resource_id = $1 ORDER BY event_id DESC LIMIT 1',
        [created.resource_id],
      )
      expect(last!.type).toBe('project_resource.deleted')
    },
  )

  test('of a user without the right is rejected before the upload and before 100 Continue', async () => {
    const upload = beginRequest(ben, `${base}/upload?project_id=${project_id}`, {
      ...formHeaders,
      'content-length': '900000',
      expect: '100-continue',
    })
    let continued = false
    upload.raw.on('continue', () => (continued = true))
    expect([(await upload.reply).status, continued]).toEqual([403, false])
    upload.raw.destroy()
    const allowed = beginRequest(dan, `${base}/upload?project_id=${project_id}`, {
      ...formHeaders,
      expect: '100-continue',
    })
    await new Promise<void>((resolve) => allowed.raw.on('continue', resolve))
    allowed.raw.end(Buffer.concat([encodePart('file', new Upload('x')), Buffer.from('--a-boundary-of-a-test--\r\n')]))
    expect((await allowed.reply).status).toBe(201)
  })

  test('over the limit is rejected with 413, and stores nothing', async () => {
    const before = listFiles(findStorageFolder(app))
    expectStatus(await upload(ada, { file: new Upload(Buffer.alloc(1024 * 1024 + 1)) }), 413)
    expect(listFiles(findStorageFolder(app))).toEqual(before)
  })
})

test('returns 422 for a body with another project, and 404 for a missing project', async () => {
  const other = (await createProject(ada, org_id)).project_id
  const refused = await createLink(ada, { project_id: other })
  expect([refused.status, refused.body.errors[0].loc]).toEqual([422, ['body', 'project_id']])
  expectStatus(await upload(ada, { project_id: other, file: new Upload('x') }), 422)
  const created = expectStatus(await createLink(ada), 200)
  expectStatus(await ada.patch(buildPath(created), { body: { project_id: other } }), 422)
  expectStatus(await ada.patch(buildPath(created), { body: { project_id } }), 200)
  const nowhere = { query: { project_id: 'P0000000000000000' } }
  expectStatus(await ada.get(base, nowhere), 404)
  expectStatus(await ada.post(`${base}/upload`, { ...nowhere, body: { file: new Upload('x') } }), 404)
  expectStatus(await ada.post(`${base}/upload`, { body: { file: new Upload('x') } }), 422)
  await deleteUnreferenced(app)
  expect((await listStoredFiles(app)).kept).toEqual(listFiles(findStorageFolder(app)))
})

test('lists links and files, sorted, searched by name and filtered by type', async () => {
  const listed = { project_id: (await createProject(ada, org_id)).project_id }
  const add = async (resource_name: string, resource_type: string) => {
    const body = { ...listed, project_name, resource_name, resource_type }
    expectStatus(await ada.post(base, { query: listed, body }), 200)
  }
  await add('Wind', 'chart')
  await add('berths', 'map')
  expectStatus(
    await ada.post(`${base}/upload`, { query: listed, body: { title: 'Ärmel_50%', file: new Upload('x') } }),
    201,
  )
  const listNames = async (more: object) =>
    expectStatus(await ben.get(base, { query: { ...listed, ...more } }), 200).data.map(
      (row: { resource_name: string }) => row.resource_name,
    )
  expect(await listNames({})).toEqual(['Wind', 'berths', 'Ärmel_50%'])
  expect(await listNames({ sort_by: 'resource_name' })).toEqual(['Ärmel_50%', 'berths', 'Wind'])
  expect(await listNames({ sort_by: 'created_at', sort_order: 'desc' })).toEqual(['Ärmel_50%', 'berths', 'Wind'])
  expect(await listNames({ search: 'äRM' })).toEqual(['Ärmel_50%'])
  expect(await listNames({ search: '%' })).toEqual(['Ärmel_50%'])
  expect(await listNames({ search: 'none' })).toEqual([])
  expect(await listNames({ search: '' })).toHaveLength(3)
  expect(await listNames({ resource_type: 'file' })).toEqual(['Ärmel_50%'])
  expect(await listNames({ resource_type: 'map', search: 'b' })).toEqual(['berths'])
  expectStatus(await ben.get(base), 422)
})
