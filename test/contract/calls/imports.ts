import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { Upload } from '../../support/form.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type ResponseBody, type Fixture } from '../fixtures.ts'

const buildBody = ({ org_id }: Fixture) => ({
  import: { org_id, source: 'csv' },
  // Each title is too long, which gives the report an entry.
  file: new Upload(
    `Title\n${`${'Order rope '.repeat(60)}\n`.repeat(8)}`,
    `${buildUniqueName('tasks')}.csv`,
    'text/csv',
  ),
})

/** Creates an import that is finished. */
async function createImport(fixture: Fixture): Promise<ResponseBody> {
  const created = await create(fixture.owner, '/v1/imports', buildBody(fixture))
  await runImports(fixture.app.services)
  return created
}

const prepareImport = async (fixture: Fixture): Promise<Prepared> => ({
  params: { import_id: (await createImport(fixture)).import_id },
})
const subject = 'imports.read'

/** Imports a task of a person who matches no member. */
async function createPlaceholder(fixture: Fixture): Promise<ResponseBody> {
  const name = buildUniqueName('Person')
  const file = new Upload(`Title,Assignee\nOrder rope,${name}`, `${buildUniqueName('people')}.csv`, 'text/csv')
  await create(fixture.owner, '/v1/imports', { import: { org_id: fixture.org_id, source: 'csv' }, file })
  await runImports(fixture.app.services)
  const { body } = await fixture.owner.get(`/v1/organizations/${fixture.org_id}/placeholders`, {
    query: { limit: '200' },
  })
  return body.data.find((one: ResponseBody) => one.name === name)
}

export const calls: Calls = {
  'imports.create': { prepare: (fixture) => ({ body: buildBody(fixture) }), mayEmitNothing: true },
  'imports.list': {
    prepare: ({ org_id }) => ({ query: { org_id } }),
    createAnotherRow: (fixture) => create(fixture.owner, '/v1/imports', buildBody(fixture)),
  },
  'imports.read': { prepare: prepareImport },
  'imports.report': { prepare: prepareImport },
  'imports.download': { prepare: prepareImport },
  'imports.undo': { prepare: prepareImport, subject, mayEmitNothing: true },
  'imports.again': { prepare: prepareImport, subject, mayEmitNothing: true },
  'imports.list_placeholders': {
    prepare: async (fixture) => {
      await createPlaceholder(fixture)
      return { params: { org_id: fixture.org_id } }
    },
    createAnotherRow: createPlaceholder,
  },
  'imports.match_placeholder': {
    prepare: async (fixture) => {
      const { org_id, user_id } = await createPlaceholder(fixture)
      return { params: { org_id, user_id }, body: { username: fixture.owner.username }, etag: '"1-"' }
    },
    subject: 'imports.list_placeholders',
  },
}
