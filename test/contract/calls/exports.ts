import { runExports } from '../../../src/resources/platform/exports/jobs.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, type Fixture } from '../fixtures.ts'

/** Creates an export of the owner's own data that is finished; those of organizations and projects need further scopes. */
async function prepareExport(fixture: Fixture): Promise<Prepared> {
  const { export_id } = await create(fixture.owner, '/v1/me/exports', { org_id: fixture.org_id })
  while ((await runExports(fixture.app.services)) > 0);
  return { params: { export_id } }
}

export const calls: Calls = {
  'exports.create_for_organization': {
    prepare: ({ org_id }) => ({ params: { org_id } }),
    subject: 'organizations.read',
  },
  'exports.create_for_project': {
    prepare: async (fixture) => ({ params: { project_id: (await fixture.project()).project_id } }),
    subject: 'projects.read',
  },
  'exports.create_for_me': {
    prepare: ({ org_id }) => Promise.resolve({ body: { org_id } }),
  },
  'exports.read': { prepare: prepareExport },
  'exports.download': { prepare: prepareExport },
}
