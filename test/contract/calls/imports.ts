import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { Upload } from '../../support/form.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type Made, type World } from '../fixtures.ts'

const buildBody = ({ org_id }: World) => ({
  import: { org_id, source: 'csv' },
  // Each title is too long, which gives the report an entry.
  file: new Upload(`Title\n${`${'Order rope '.repeat(60)}\n`.repeat(8)}`, `${fresh('tasks')}.csv`, 'text/csv'),
})

/** Creates an import that is finished. */
async function newImport(world: World): Promise<Made> {
  const made = await create(world.owner, '/v1/imports', buildBody(world))
  await runImports(world.app.services)
  return made
}

const of = async (world: World): Promise<Prepared> => ({ params: { import_id: (await newImport(world)).import_id } })
const subject = 'imports.read'

export const calls: Calls = {
  'imports.create': { prepare: (world) => ({ body: buildBody(world) }), quiet: true },
  'imports.list': {
    prepare: ({ org_id }) => ({ query: { org_id } }),
    another: (world) => create(world.owner, '/v1/imports', buildBody(world)),
  },
  'imports.read': { prepare: of },
  'imports.report': { prepare: of },
  'imports.download': { prepare: of },
  'imports.undo': { prepare: of, subject, quiet: true },
  'imports.again': { prepare: of, subject, quiet: true },
}
