import { readDistribution } from '../../dist/db/citus/distribution.js'

export const distribution = readDistribution()

export const organizationColumn = 'org_id'
