import { expectStatus, type Client, type Reply } from '../../support/client.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type Made = any

let last = 0
/** Returns a unique name. */
export const nextName = (word: string): string => `${word} ${++last}`

export async function makeTeam(owner: Client, org_id: string, others: Client[] = []): Promise<string> {
  const body = { org_id, name: nextName('Team'), member_user_ids: others.map((person) => person.userId) }
  return expectStatus(await owner.post('/v1/teams', { body }), 201).team_id
}

const path = (kind: 'sprints' | 'milestones', teamId: string, id = '') => `/v1/teams/${teamId}/${kind}${id && `/${id}`}`

export const sprintPath = ({ team_id, sprint_id }: Made): string => path('sprints', team_id, sprint_id)
export const milestonePath = ({ team_id, milestone_id }: Made): string => path('milestones', team_id, milestone_id)

export const postSprint = (client: Client, teamId: string, values: object = {}): Promise<Reply> => {
  const body = { name: nextName('Sprint'), start_date: '2026-11-16', duration_weeks: 2, ...values }
  return client.post(path('sprints', teamId), { body })
}

export const makeSprint = async (client: Client, teamId: string, values: object = {}): Promise<Made> =>
  expectStatus(await postSprint(client, teamId, values), 201)

export const completeSprint = (client: Client, sprint: Made, body?: object): Promise<Reply> =>
  client.post(`${sprintPath(sprint)}/complete`, body && { body })

export const postMilestone = (client: Client, teamId: string, values: object = {}): Promise<Reply> => {
  const body = { title: nextName('Milestone'), target_date: '2027-03-31', ...values }
  return client.post(path('milestones', teamId), { body })
}

export const makeMilestone = async (client: Client, teamId: string, values: object = {}): Promise<Made> =>
  expectStatus(await postMilestone(client, teamId, values), 201)

export const listPage = async (
  client: Client,
  kind: 'sprints' | 'milestones',
  teamId: string,
  query: Record<string, string | number> = {},
): Promise<Made> => expectStatus(await client.get(path(kind, teamId), { query }), 200)
