import { readFileSync } from 'node:fs'
import { Svc, type ClientOptions } from '@svc/sdk'
import * as functions from '@svc/sdk/operations'
import { expect, test } from 'vitest'
import { lines } from '../../clients/sdk/src/generated/resources.ts'
import { expandLines } from '../../clients/sdk/src/svc.ts'

interface Declared {
  deprecated?: boolean
  'x-sdk': { same_as?: string; resource: string; method: string }
  parameters?: { $ref?: string; name?: string; in?: string }[]
  requestBody?: { $ref?: string; content?: object }
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
const resolveRef = <T extends { $ref?: string }>(part: T): T =>
  part.$ref
    ? part.$ref
        .slice(2)
        .split('/')
        .reduce((found, name) => found[name], document)
    : part

/** Operations of the document that are neither deprecated nor aliases, by their name in the SDK. */
const declared = new Map(
  Object.entries<Record<string, Declared>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, declaration]) => !declaration.deprecated && !declaration['x-sdk'].same_as)
      .map(([method, declaration]) => {
        const { resource, method: name } = declaration['x-sdk']
        return [`${resource}.${name}`, { path, method: method.toUpperCase(), declaration }] as const
      }),
  ),
)

const sent = expandLines(lines)
  .split('\n\n')
  .flatMap((group) => {
    const [resource, ...operations] = group.split('\n')
    return operations.map((line) => {
      const [name, , template, letters = ''] = line.split(' ') as [string, string, string, string?]
      const refs = [...template.matchAll(/\{(\w+)\}/g)].map(([, ref]) => ref!)
      return { resource: resource!, name, refs, letters }
    })
  })

const requests: { url: URL; init: RequestInit }[] = []
const options: ClientOptions = {
  baseUrl: 'https://svc.example',
  org: 'the-org',
  fetch: async (url, init) => {
    requests.push({ url: new URL(String(url)), init: init! })
    return new Response(null, { status: 418 })
  },
}
const svc = new Svc(options)

type Method = (...args: unknown[]) => PromiseLike<unknown> | AsyncIterable<unknown>

/** Calls an operation as a method and as a function; returns the request, which must be the same. */
async function captureRequest({ resource, name, refs, letters }: (typeof sent)[number]) {
  const args: unknown[] = refs.map((ref) => `the ${ref}`)
  if (/[bm]/.test(letters)) args.push(letters.includes('m') ? { file: new Blob(['x']) } : {})
  const method = (svc as unknown as Record<string, Record<string, Method>>)[resource]![name]!
  const own = (functions as unknown as Record<string, Method>)[resource + name[0]!.toUpperCase() + name.slice(1)]!
  requests.length = 0
  for (const call of [method(...args), own(options, ...args)]) {
    const ended = Symbol.asyncIterator in call && !('then' in call) ? call[Symbol.asyncIterator]().next() : call
    await expect(ended).rejects.toMatchObject({ status: 418 })
  }
  const [first, second] = requests
  expect(second!.url.href).toBe(first!.url.href)
  return first!
}

test('the operations of the SDK equal those of the document', () => {
  const toFunctionName = (name: string) => name.replace(/\.(.)/, (_, first: string) => first.toUpperCase())
  const names = [...declared.keys()].toSorted()
  expect(Object.keys(functions).toSorted()).toEqual(names.map(toFunctionName).toSorted())
  // Rarely used by programs, so the client does not load them; they are functions.
  const functionsOnly = ['account', 'exports', 'externalTasks', 'imports']
  const ofClient = names.filter((name) => !functionsOnly.includes(name.split('.')[0]!))
  expect(sent.map(({ resource, name }) => `${resource}.${name}`).toSorted()).toEqual(ofClient)
})

test.each(sent.map((one) => [`${one.resource}.${one.name}`, one] as const))(
  '%s is sent as the document declares it',
  async (fullName, operation) => {
    const { path, method, declaration } = declared.get(fullName)!
    const { url, init } = await captureRequest(operation)
    expect(init.method).toBe(method)
    // A default project or organization is replaced by the one that the caller passes.
    const getExpectedId = (name: string) => {
      const one = name === 'org_or_project_id' ? 'project_id' : name
      return operation.refs.includes(one) ? encodeURIComponent(`the ${one}`) : 'the-org'
    }
    expect(url.pathname).toBe(path.replaceAll(/\{(\w+)\}/g, (_, name: string) => getExpectedId(name)))
    const parameters = (declaration.parameters ?? []).map(resolveRef)
    const has = (place: string, name: string) => parameters.some((one) => one.in === place && one.name === name)
    expect(url.searchParams.get('org_id')).toBe(has('query', 'org_id') ? 'the-org' : null)
    const headers = new Headers(init.headers)
    expect(headers.has('idempotency-key')).toBe(has('header', 'Idempotency-Key'))
    const types = declaration.requestBody ? Object.keys(resolveRef(declaration.requestBody).content!) : []
    const type = init.body instanceof FormData ? 'multipart/form-data' : headers.get('content-type')
    expect(type ? [type] : []).toEqual(types)
  },
)
