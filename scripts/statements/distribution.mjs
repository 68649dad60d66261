import { readDistribution } from '../../dist/db/citus/distribution.js'

/** Where the rows of each table lie once the database is spread over several servers. */
export const distribution = readDistribution()

/** The column by which tables of organizations are spread. */
export const organizationColumn = 'org_id'
