import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const folder = 'deploy/kubernetes'

// Manifests are accessed without types; the first test checks them against the types of Kubernetes.
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
const listManifests = (kind: string) => manifests.filter((one) => one.kind === kind)

/** Returns the module that has the types of an API, in the package generated from the Kubernetes API. */
const findTypeModule = (apiVersion: string) => {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  return `kubernetes-types/${group!.split('.')[0]}/${version}`
}

let scratch: string
beforeAll(() => {
  mkdirSync('.svc', { recursive: true })
  // Inside the project, so that the types resolve.
  scratch = mkdtempSync(path.resolve('.svc', 'manifests-'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Returns the compiler's errors for manifests as typed literals: an unknown field is an error. */
async function compileManifests(all: Manifest[]): Promise<string> {
  const lines = all.map(
    (one, i) => `export const m${i}: import('${findTypeModule(one.apiVersion)}').${one.kind} = ${JSON.stringify(one)}`,
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

test('every manifest is valid and has no field unknown to Kubernetes', async () => {
  expect(manifests.length).toBeGreaterThan(10)
  expect(await compileManifests(manifests)).toBe('')
  const invalid = structuredClone(listManifests('Deployment')[0])
  invalid.spec.template.spec.containers[0].readinessProb = {}
  expect(await compileManifests([invalid])).toContain('readinessProb')
})

test('every reference names an existing resource', () => {
  const listNames = (kind: string) => listManifests(kind).map(({ metadata }) => metadata.name)
  for (const name of kustomization.resources) expect(files).toContain(name)
  const pods = [...listManifests('Deployment'), ...listManifests('Job')].map(({ spec }) => spec.template)
  for (const { spec } of pods) {
    expect(listNames('ServiceAccount')).toContain(spec.serviceAccountName)
    for (const { envFrom, volumeMounts } of spec.containers) {
      for (const { configMapRef, secretRef } of envFrom)
        expect(listNames(configMapRef ? 'ConfigMap' : 'Secret')).toContain((configMapRef ?? secretRef).name)
      const volumes = spec.volumes.map((volume: Manifest) => volume.name)
      for (const mount of volumeMounts) expect(volumes).toContain(mount.name)
    }
  }
  const [scaler] = listManifests('HorizontalPodAutoscaler')
  expect(listNames('Deployment')).toContain(scaler.spec.scaleTargetRef.name)
  const [ingress] = listManifests('Ingress')
  expect(listNames('Service')).toContain(ingress.spec.rules[0].http.paths[0].backend.service.name)
  expect(listManifests('ConfigMap')[0].data.BASE_URL).toBe(`https://${ingress.spec.rules[0].host}`)
})

test('every selector matches pods', () => {
  const labels = listManifests('Deployment').map(({ spec }) => spec.template.metadata.labels)
  const matchesLabels = (expected: object) =>
    labels.some((one) => Object.entries(expected).every(([key, value]) => one[key] === value))
  const selectors = [
    ...listManifests('Deployment').flatMap(({ spec }) => [
      spec.selector.matchLabels,
      ...spec.template.spec.topologySpreadConstraints.map((one: Manifest) => one.labelSelector.matchLabels),
    ]),
    ...listManifests('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ...listManifests('Service').map(({ spec }) => spec.selector),
    ...listManifests('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
  ]
  expect(selectors.length).toBeGreaterThan(8)
  for (const selector of selectors) expect([selector, matchesLabels(selector)]).toEqual([selector, true])
})

test('every pod meets the `restricted` security standard', () => {
  for (const { spec } of [...listManifests('Deployment'), ...listManifests('Job')].map((one) => one.spec.template)) {
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

test('liveness depends on the process alone, readiness on the database', () => {
  for (const { spec } of listManifests('Deployment')) {
    const [{ startupProbe, livenessProbe, readinessProbe }] = spec.template.spec.containers
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      '/livez',
      '/livez',
      '/v1/health',
    ])
  }
})
