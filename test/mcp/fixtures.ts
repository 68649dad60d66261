import type { TestApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { addMember, createOrganization, createProject, createTask, createTokenClient } from '../support/factories.ts'
import { Upload } from '../support/form.ts'

/** Creates an organization with data for every tool, and an agent's token for it. */
export async function createHarbour(app: TestApp) {
  const ada = await app.signIn('ada')
  const create = async (path: string, body: object) => expectStatus(await ada.post(path, { body }), 200, 201)
  const { org_id } = await createOrganization(ada)
  await addMember(ada, org_id, await app.signIn('ben'))
  const key = await createTokenClient(ada, org_id)
  const team = await create('/v1/teams', { org_id, name: 'Crane crew' })
  const quay = await createProject(ada, org_id, { team_id: team.team_id })
  const goal = await create(`/v1/projects/${quay.project_id}/goals`, { name: 'Safe by May' })
  const week = { start_date: '2027-03-01', duration_weeks: 1 }
  const sprint = await create(`/v1/teams/${team.team_id}/sprints`, { name: 'Week 9', ...week })
  const section = await create('/v1/sections', {
    org_id,
    scope_type: 'project',
    scope_id: quay.project_id,
    name: 'Next',
  })
  const crane = await createTask(ada, org_id, { project_id: quay.project_id, assignee: 'ben', tags: ['iron'] })
  const file = await create('/v1/task-attachments', {
    task_id: crane.task_id,
    file: new Upload('Straße\n'.repeat(3000), 'notes.txt'),
  })
  return { ada, create, org_id, key, team, quay, goal, sprint, section, crane, file }
}
