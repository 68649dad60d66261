import { readDistribution } from '../../dist/db/citus/distribution.js'

/** The tables by their distribution in a sharded database. */
export const distribution = readDistribution()

/** The distribution column. */
export const organizationColumn = 'org_id'
