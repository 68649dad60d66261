import { expectStatus, type Client, type Reply } from '../../support/client.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type ResponseBody = any

let last = 0
/** Returns a unique name. */
export const buildUniqueName = (word: string): string => `${word} ${++last}`

export async function createTeam(owner: Client, org_id: string, others: Client[] = []): Promise<string> {
  const body = { org_id, name: buildUniqueName('Team'), member_user_ids: others.map((person) => person.userId) }
  return expectStatus(await owner.post('/v1/teams', { body }), 201).team_id
}

const buildPath = (kind: 'sprints' | 'milestones', teamId: string, id = '') =>
  `/v1/teams/${teamId}/${kind}${id && `/${id}`}`

export const buildSprintPath = ({ team_id, sprint_id }: ResponseBody): string =>
  buildPath('sprints', team_id, sprint_id)
export const buildMilestonePath = ({ team_id, milestone_id }: ResponseBody): string =>
  buildPath('milestones', team_id, milestone_id)

export const postSprint = (client: Client, teamId: string, values: object = {}): Promise<Reply> => {
  const body = { name: buildUniqueName('Sprint'), start_date: '2026-11-16', duration_weeks: 2, ...values }
  return client.post(buildPath('sprints', teamId), { body })
}

export const createSprint = async (client: Client, teamId: string, values: object = {}): Promise<ResponseBody> =>
  expectStatus(await postSprint(client, teamId, values), 201)

export const completeSprint = (client: Client, sprint: ResponseBody, body?: object): Promise<Reply> =>
  client.post(`${buildSprintPath(sprint)}/complete`, body && { body })

export const postMilestone = (client: Client, teamId: string, values: object = {}): Promise<Reply> => {
  const body = { title: buildUniqueName('Milestone'), target_date: '2027-03-31', ...values }
  return client.post(buildPath('milestones', teamId), { body })
}

export const createMilestone = async (client: Client, teamId: string, values: object = {}): Promise<ResponseBody> =>
  expectStatus(await postMilestone(client, teamId, values), 201)

export const listPage = async (
  client: Client,
  kind: 'sprints' | 'milestones',
  teamId: string,
  query: Record<string, string | number> = {},
): Promise<ResponseBody> => expectStatus(await client.get(buildPath(kind, teamId), { query }), 200)
