import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'
import { pressAll } from '../support/offered.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const { task_id } = await createTask(ada, org_id, {
  project_id,
  title: 'Order rope',
  description: 'Twelve metres.',
})
await createTask(ada, org_id, { project_id, title: 'Measure it', parent_task_id: task_id })
const people = {
  guest: await app.signIn('gus'),
  member: await app.signIn('mel'),
  admin: await app.signIn('ann'),
}
for (const [role, person] of Object.entries(people)) await insertMembership(person, org_id, role as keyof typeof people)
await addProjectMember(ada, project_id, people.guest, 'viewer')
await addProjectMember(ada, project_id, people.member, 'viewer')
const { visit, watch } = useConsole()

const screens = {
  'one’s own work': '/my',
  'the board': `/p/${project_id}?view=board&group=status`,
  'a task': `/p/${project_id}?task=${task_id}`,
  settings: '/settings',
}

const names: Record<keyof typeof people, string> = { guest: 'gus', member: 'mel', admin: 'ann' }
/**
 * The role with the fewest rights visits everything, a member the project, and an admin the navigation. The long tests
 * visit everything with each role.
 */
const walked = { guest: /./, member: /view=board/, admin: /^.my$/ }
const walks = (Object.keys(names) as (keyof typeof people)[]).flatMap((role) =>
  Object.entries(screens)
    .filter(([, path]) => process.env.TRIALS === 'long' || walked[role].test(path))
    .map(([screen, path]) => ({ role, screen, path })),
)

describe.skipIf(!chromiumPath)('offered actions are allowed', () => {
  test.each(walks)(
    '$role in $screen',
    async ({ role, path }) => {
      watch.allowComplaints(/40[49]|42\d/)
      const { page } = await visit({ at: app, as: names[role], newProfile: true })
      const { pressed, refused } = await pressAll(page, `${app.url}/o/${org_id}${path}`, path === '/my')
      expect(refused).toEqual([])
      expect(pressed.length).toBeGreaterThan(0)
    },
    120_000,
  )
})
