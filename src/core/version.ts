import { readFileSync } from 'node:fs'

const packageJson = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Version of the server, from its package.json. */
export const SERVER_VERSION: string = packageJson.version
