import { describe, expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { encodeForm, formHeaders, encodePart, Upload } from '../support/form.ts'
import { callable, expectSound, loadLastEventId, nameOperations, buildPath, prepare, send } from './harness.ts'
import { createFixture } from './fixtures.ts'

const app = await startApp()
const fixture = await createFixture(app)

const methodsByPath = new Map<string, string[]>()
for (const { path, method } of operations) {
  const shape = path.replaceAll(/\{\w+\}/g, '{}')
  methodsByPath.set(shape, [...(methodsByPath.get(shape) ?? []), method])
}

describe('routes', () => {
  test('return 404 for unknown paths under every prefix', async () => {
    for (const path of ['/v1', '/v1/nothing', '/v2/tasks', '/v1/tasks/T1/nothing', '/nothing', '/v1//tasks']) {
      const reply = await fixture.owner.get(path)
      expectSound(reply, path)
      expect([path, reply.status, reply.body.type]).toEqual([path, 404, 'about:blank'])
    }
  })

  test.each([...methodsByPath])('return 405 with Allow for other methods than those of %s', async (path, known) => {
    const real = path.replaceAll('{}', 'x')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !known.includes(method))) {
      const reply = await fixture.owner.send(method, real)
      expectSound(reply, real)
      expect([method, reply.status]).toEqual([method, 405])
      const allow = reply.headers.allow!.split(', ')
      expect(allow.toSorted()).toEqual([...known, ...(known.includes('GET') ? ['HEAD'] : [])].sort())
    }
  })
})

describe.each(nameOperations(callable.filter((op) => op.body && !op.upload)))('%s', (_, op) => {
  test('rejects unreadable bodies', async () => {
    const prepared = await prepare(fixture, op)
    const client = prepared.as ?? fixture.owner
    const json = { 'content-type': 'application/json' }
    const malformed: [string, string | Uint8Array, Record<string, string>, number, string | undefined][] = [
      ['another type', '{}', { 'content-type': 'text/plain' }, 415, undefined],
      ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, undefined],
      ['half of it', '{"a":', json, 422, 'json_invalid'],
      ['no JSON', 'nonsense', json, 422, 'json_invalid'],
      ['bad UTF-8', Uint8Array.from([0x22, 0xff, 0x22]), json, 422, 'json_invalid'],
      ['too much', JSON.stringify({ x: 'x'.repeat(1024 * 1024) }), json, 413, undefined],
      ['too deep', `${'[{"a":'.repeat(40)}1${'}]'.repeat(40)}`, json, 422, undefined],
      ['a NUL', '{"x":["a\\u0000"]}', json, 422, undefined],
      ['half a character', '{"x":{"\\ud800":1}}', json, 422, undefined],
      ['a list', '[]', json, 422, undefined],
      ['a text', '"x"', json, 422, undefined],
      ['null', 'null', json, 422, undefined],
    ]
    for (const [what, body, headers, status, type] of malformed) {
      const reply = await send(client, op, { ...prepared, body, headers })
      expect([what, reply.status]).toEqual([what, status])
      if (type) expect(reply.body.errors[0]).toMatchObject({ loc: ['body'], type })
    }
    if (!op.bodyOptional) {
      const path = buildPath(op, prepared)
      const reply = await client.send(op.method, path, { query: prepared.query })
      expectSound(reply, path)
      expect([reply.status, reply.body.errors?.[0].loc]).toEqual([422, ['body']])
    }
  })

  test('rejects invisible names and nonexistent times', async () => {
    const prepared = await prepare(fixture, op)
    const { properties = {} } = op.body as { properties?: Record<string, { type: unknown; format?: string }> }
    const invalid: [string, string][] = Object.entries(properties).flatMap(([name, { type, format }]) => {
      if (format === 'date-time') return [[name, '2027-01-15T24:00:00Z']]
      const isName = /^(title|name|label|resource_name|category)$/.test(name)
      return isName && [type].flat().includes('string') ? [[name, '\u200b\u3164']] : []
    })
    for (const [name, value] of invalid) {
      const body = { ...(prepared.body as object), [name]: value }
      const reply = await send(prepared.as ?? fixture.owner, op, { ...prepared, body })
      expect([name, reply.status, reply.body.errors?.[0].loc]).toEqual([name, 422, ['body', name]])
    }
  })

  test('lists the allowed values of an enum without null', async () => {
    const prepared = await prepare(fixture, op)
    const { properties = {} } = op.body as { properties?: Record<string, { enum?: unknown[] }> }
    for (const [name, property] of Object.entries(properties)) {
      if (!property.enum) continue
      const body = { ...(prepared.body as object), [name]: 'nonsense' }
      const reply = await send(prepared.as ?? fixture.owner, op, { ...prepared, body })
      const choices = property.enum.filter((value) => value !== null)
      expect([name, reply.status]).toEqual([name, 422])
      expect(reply.body.errors).toContainEqual(
        expect.objectContaining({ loc: ['body', name], type: 'enum', allowed: choices }),
      )
    }
  })

  test('rejects numbers that would lose precision, with their location', async () => {
    const prepared = await prepare(fixture, op)
    const headers = { 'content-type': 'application/json' }
    for (const number of ['9007199254740992', '-9007199254740993', '1e400', '-1E+309', '1'.repeat(400)]) {
      const body = `{"a\\"1":"7","metadata":{"b":["1234567890123456789",{"c":${number}}]}}`
      const reply = await send(prepared.as ?? fixture.owner, op, { ...prepared, body, headers })
      expect([number, reply.status, reply.body.errors?.[0]]).toMatchObject([
        number,
        422,
        { loc: ['body', 'metadata', 'b', 1, 'c'], type: 'number_too_large' },
      ])
    }
  })

  test('ignores unknown fields and accepts application/merge-patch+json', async () => {
    const prepared = await prepare(fixture, op)
    const body = { ...(prepared.body as object), never_heard_of: { a: [1] } }
    const headers = { 'content-type': 'application/merge-patch+json; charset=utf-8' }
    const reply = await send(prepared.as ?? fixture.owner, op, { ...prepared, body, headers })
    expect([reply.status, reply.text]).toEqual([op.reply.status, reply.text])
    expect(reply.text).not.toContain('never_heard_of')
  })
})

describe.each(nameOperations(callable.filter((op) => op.upload)))('%s', (_, op) => {
  test('rejects unreadable forms', async () => {
    const prepared = await prepare(fixture, op)
    const client = prepared.as ?? fixture.owner
    const last = await loadLastEventId(fixture)
    const parts = Object.entries(prepared.body as object).map(([name, value]) => encodePart(name, value))
    const file = encodePart('file', new Upload('another'))
    const json = { 'content-type': 'application/json' }
    const malformed: [string, Uint8Array | string, Record<string, string>, number, unknown][] = [
      ['JSON', '{}', json, 415, undefined],
      ['no boundary', encodeForm(...parts), { 'content-type': 'multipart/form-data' }, 415, undefined],
      ['compressed', encodeForm(...parts), { ...formHeaders, 'content-encoding': 'gzip' }, 415, undefined],
      ['nothing', '', formHeaders, 422, ['body']],
      ['no parts', encodeForm(), formHeaders, 422, ['body', 'file']],
      ['no end', Buffer.concat(parts), formHeaders, 422, ['body']],
      ['two files', encodeForm(...parts, file), formHeaders, 422, ['body', 'file']],
      ['no file', encodeForm(...parts.slice(0, -1), encodePart('x', 'y')), formHeaders, 422, ['body', 'file']],
      [
        'a text for a file',
        encodeForm(...parts.slice(0, -1), encodePart('file', 'y')),
        formHeaders,
        422,
        ['body', 'file'],
      ],
      ['a NUL', encodeForm(encodePart('x', 'a\0'), ...parts), formHeaders, 422, ['body', 'x']],
      [
        'a field twice',
        encodeForm(encodePart('x', 'a'), encodePart('x', 'a'), ...parts),
        formHeaders,
        422,
        ['body', 'x'],
      ],
      [
        'many fields',
        encodeForm(...Array.from({ length: 60 }, (_, i) => encodePart(`x${i}`, 'a')), ...parts),
        formHeaders,
        413,
        0,
      ],
    ]
    for (const [what, body, headers, status, loc] of malformed) {
      const reply = await send(client, op, { ...prepared, body, headers })
      expect([what, reply.status]).toEqual([what, status])
      if (status === 422) expect([what, reply.body.errors[0].loc]).toEqual([what, loc])
    }
    expect(await loadLastEventId(fixture)).toBe(last)
  })

  test('ignores unknown parts and accepts fields after the file', async () => {
    const prepared = await prepare(fixture, op)
    const parts = Object.entries(prepared.body as object).map(([name, value]) => encodePart(name, value))
    const unknown = [encodePart('other', new Upload('x'.repeat(100_000))), encodePart('never_heard_of', '')]
    for (const body of [encodeForm(...unknown, ...parts), encodeForm(...parts.reverse(), ...unknown)]) {
      const reply = await send(prepared.as ?? fixture.owner, op, { ...prepared, body, headers: formHeaders })
      expect([reply.status, reply.text]).toEqual([op.reply.status, reply.text])
      expect(reply.text).not.toContain('never_heard_of')
    }
  })
})

describe.each(nameOperations(callable.filter((op) => op.scope !== 'none')))('%s', (_, op) => {
  test('rejects an invalid credential before other errors', async () => {
    const prepared = await prepare(fixture, op)
    const rubbish = { ...prepared, body: '{', query: { ...prepared.query, limit: '0', 'filter[x]': 'y' } }
    for (const [authorization, type] of [
      ['Basic YTpi', 'about:blank'],
      ['Bearer', 'about:blank'],
      ['Bearer a b', 'about:blank'],
      ['Bearer nonsense', 'urn:svc:problem:token-invalid'],
      ['Bearer svc_live_nonsense', 'urn:svc:problem:token-invalid'],
    ] as const) {
      const reply = await send(app.anonymous, op, rubbish, { headers: { authorization } })
      expect([authorization, reply.status, reply.body.type]).toEqual([authorization, 401, type])
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer/)
    }
  })
})

test('preserves all other numbers of a free-form value, decimals as the nearest double', async () => {
  const numbers = [
    '9007199254740991',
    '-9007199254740991',
    '0',
    '1e20',
    '1.5e300',
    '0.1',
    '12345678901234567.5',
    '1e-400',
  ]
  const text = `"1234567890123456789 \\\\\\" 9007199254740993"`
  const body = `{"metadata":{"numbers":[${numbers.join(',')}],"1":${text},"text":${text}}}`
  const headers = { 'content-type': 'application/json' }
  const path = `/v1/organizations/${fixture.org_id}`
  const { metadata } = expectStatus(await fixture.owner.patch(path, { body, headers }), 200)
  expect(metadata).toEqual({ numbers: numbers.map(Number), text: JSON.parse(text), 1: JSON.parse(text) })
})
