import { expect, test } from 'vitest'
import { toUniqueKey } from '../../../src/core/text.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id, { name: 'Holder' })
const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Squad' } }), 200, 201)

interface Kind {
  path: string
  list?: string
  values?: object
  query?: object
  field?: string
}

const scope = { scope_type: 'team', scope_id: team_id as string }
const kinds: Record<string, Kind> = {
  team: { path: '/v1/teams', query: { org_id } },
  sprint: {
    path: `/v1/teams/${team_id}/sprints`,
    values: { start_date: '2027-01-04', end_date: '2027-01-15' },
  },
  milestone: {
    path: `/v1/teams/${team_id}/milestones`,
    values: { target_date: '2027-01-15' },
    field: 'title',
  },
  section: { path: '/v1/sections', values: scope, query: { org_id, ...scope } },
  project: { path: '/v1/projects', list: `/v1/projects/${org_id}` },
  goal: { path: `/v1/projects/${project_id}/goals` },
}

/** The key of a former version, before case folding and natural sorting. */
const buildFormerKey = (text: string) => text.normalize('NFC').toLowerCase()

test.each(Object.entries(kinds))(
  'a list finds each %s of a name, with the key of a former version and after a collision',
  async (kind, { path, list = path, values, query, field = 'name' }) => {
    const id = `${kind}_id`
    const make = async (text: string): Promise<string> =>
      expectStatus(await ada.post(path, { body: { org_id, ...values, [field]: text } }), 200, 201)[id]
    const store = (row: string, text: string, key: string) =>
      app.sql(`UPDATE ${kind}s SET ${field} = $3, ${field}_key = $4 WHERE org_id = $1 AND ${id} = $2 RETURNING 1`, [
        org_id,
        row,
        text,
        key,
      ])
    const find = async (text: string) => {
      const { data } = expectStatus(await ada.get(list, { query: { ...query, [field]: text } }), 200)
      return data.map((row: Record<string, string>) => row[id]).toSorted()
    }
    const [before, collided, sharp] = [await make('One'), await make('Two'), await make('Three')]
    const [other, umlaut] = [await make('Q3, week 20'), await make('Übung #1')]
    await store(before, 'Q3, Week 2', buildFormerKey('Q3, Week 2'))
    await store(collided, 'Q3, WEEK 2', `${toUniqueKey('Q3, WEEK 2')}\u0002${collided}`)
    await store(sharp, 'Straße', buildFormerKey('Straße'))
    expect(await find('q3, week 2')).toEqual([before, collided].toSorted())
    expect(await find('Q3, Week 20')).toEqual([other])
    expect(await find('Straße')).toEqual([sharp])
    expect(await find('übung #1')).toEqual([umlaut])
  },
)
