import { readFileSync } from 'node:fs'
import { at } from '../project.mjs'

/**
 * Where the rows of each table are once the database is spread over several machines: by organization, by a column of
 * their own, whole on each machine, or on the first one alone.
 * @typedef {{ organization: string[], own: Record<string, string>, reference: string[], local: string[] }} Distribution
 */

/** @type {Distribution} */
export const distribution = JSON.parse(readFileSync(at('migrations', 'distribution.json'), 'utf8'))

/** The column by which tables of organizations are spread. */
export const organizationColumn = 'org_id'
