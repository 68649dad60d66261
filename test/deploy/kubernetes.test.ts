import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const folder = 'deploy/kubernetes'

// Manifests are looked into freely; that they are what they say is what the first test is about.
// oxlint-disable-next-line typescript/no-explicit-any
type Manifest = any

const kustomization = parse(readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8')) as Manifest
const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml')
const manifests: Manifest[] = files.flatMap((name) =>
  parseAllDocuments(readFileSync(path.join(folder, name), 'utf8')).map((document) => {
    for (const error of document.errors) throw error
    return document.toJS() as Manifest
  }),
)
const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind)

/** Where the types of an API are, in the package that is generated from the API of Kubernetes. */
const groupOf = (apiVersion: string) => {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  return `kubernetes-types/${group!.split('.')[0]}/${version}`
}

let scratch: string
beforeAll(() => {
  mkdirSync('.svc', { recursive: true })
  // Within the project, so that the types are found.
  scratch = mkdtempSync(path.resolve('.svc', 'manifests-'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** What the compiler says of manifests that are written as values of their types: a field that is not there is an error. */
async function complaints(all: Manifest[]): Promise<string> {
  const lines = all.map(
    (one, i) => `export const m${i}: import('${groupOf(one.apiVersion)}').${one.kind} = ${JSON.stringify(one)}`,
  )
  writeFileSync(path.join(scratch, 'manifests.ts'), lines.join('\n'))
  const options = { strict: true, noEmit: true, skipLibCheck: true, module: 'preserve', types: [] }
  writeFileSync(
    path.join(scratch, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['manifests.ts'] }),
  )
  const compiler = path.resolve('node_modules/typescript-native/bin/tsc')
  return promisify(execFile)(process.execPath, [compiler, '-p', scratch]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

test('every manifest is one of its kind, without a field that Kubernetes does not know', async () => {
  expect(manifests.length).toBeGreaterThan(10)
  expect(await complaints(manifests)).toBe('')
  const wrong = structuredClone(ofKind('Deployment')[0])
  wrong.spec.template.spec.containers[0].readinessProb = {}
  expect(await complaints([wrong])).toContain('readinessProb')
})

test('what names something names something that is there', () => {
  const names = (kind: string) => ofKind(kind).map(({ metadata }) => metadata.name)
  for (const name of kustomization.resources) expect(files).toContain(name)
  const pods = [...ofKind('Deployment'), ...ofKind('Job')].map(({ spec }) => spec.template)
  for (const { spec } of pods) {
    expect(names('ServiceAccount')).toContain(spec.serviceAccountName)
    for (const { envFrom, volumeMounts } of spec.containers) {
      for (const { configMapRef, secretRef } of envFrom)
        expect(names(configMapRef ? 'ConfigMap' : 'Secret')).toContain((configMapRef ?? secretRef).name)
      const volumes = spec.volumes.map((volume: Manifest) => volume.name)
      for (const mount of volumeMounts) expect(volumes).toContain(mount.name)
    }
  }
  const [scaler] = ofKind('HorizontalPodAutoscaler')
  expect(names('Deployment')).toContain(scaler.spec.scaleTargetRef.name)
  const [ingress] = ofKind('Ingress')
  expect(names('Service')).toContain(ingress.spec.rules[0].http.paths[0].backend.service.name)
  expect(ofKind('ConfigMap')[0].data.BASE_URL).toBe(`https://${ingress.spec.rules[0].host}`)
})

test('what selects pods selects some', () => {
  const labels = ofKind('Deployment').map(({ spec }) => spec.template.metadata.labels)
  const selects = (wanted: object) =>
    labels.some((one) => Object.entries(wanted).every(([key, value]) => one[key] === value))
  const selectors = [
    ...ofKind('Deployment').flatMap(({ spec }) => [
      spec.selector.matchLabels,
      ...spec.template.spec.topologySpreadConstraints.map((one: Manifest) => one.labelSelector.matchLabels),
    ]),
    ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ...ofKind('Service').map(({ spec }) => spec.selector),
    ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
  ]
  expect(selectors.length).toBeGreaterThan(8)
  for (const selector of selectors) expect([selector, selects(selector)]).toEqual([selector, true])
})

test('every pod may do as little as the standard `restricted` allows', () => {
  for (const { spec } of [...ofKind('Deployment'), ...ofKind('Job')].map((one) => one.spec.template)) {
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(spec.automountServiceAccountToken).toBe(false)
    for (const { securityContext } of spec.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  }
})

test('a pod lives by its process, and gets requests by its database', () => {
  for (const { spec } of ofKind('Deployment')) {
    const [{ startupProbe, livenessProbe, readinessProbe }] = spec.template.spec.containers
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      '/livez',
      '/livez',
      '/v1/health',
    ])
  }
})
