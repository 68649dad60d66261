// Sets the version of a release wherever it is named: node scripts/set-version.mjs 0.3.0
import { readFileSync, writeFileSync } from 'node:fs'
import { at } from './project.mjs'

const packageVersions = /(?<="version": "|"@svc\/\w+": ")[\d.]+(?=")/g
const lockedVersions =
  /(?<="name": "(?:svc|@svc\/\w+)",\n\s+"version": "|"@svc\/\w+": "|^ {2}"version": ")[\d.]+(?=")/gm

/**
 * Files that name the version, with the patterns around it.
 * @type {[string, RegExp][]}
 */
export const versionPlaces = [
  ['package.json', packageVersions],
  ['clients/sdk/package.json', packageVersions],
  ['clients/import/package.json', packageVersions],
  ['clients/cli/package.json', packageVersions],
  ['package-lock.json', lockedVersions],
  ['clients/sdk/src/core/version.ts', /(?<='svc-sdk\/)[\d.]+(?=')/g],
  ['deploy/kubernetes/kustomization.yaml', /(?<=newTag: )[\d.]+$/gm],
  ['deploy/kubernetes/migrate.yaml', /(?<=\/svc:)[\d.]+$/gm],
  ['docs/deploying.md', /(?<=svc:)\d[\d.]+(?=\s)/g],
]

/**
 * Returns the versions that a file names.
 * @param {[string, RegExp]} place
 */
export const listVersions = ([file, pattern]) => readFileSync(at(file), 'utf8').match(pattern) ?? []

const [, script, version] = process.argv
if (script === at('scripts', 'set-version.mjs')) {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) throw new Error('Usage: node scripts/set-version.mjs MAJOR.MINOR.PATCH')
  for (const [file, pattern] of versionPlaces)
    writeFileSync(at(file), readFileSync(at(file), 'utf8').replace(pattern, version))
}
