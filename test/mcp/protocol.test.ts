import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createOrganization, createProject, createTask, createTokenClient } from '../support/factories.ts'
import { connectAgent, protocolVersions } from '../support/mcp.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const { task_id } = await createTask(ada, org_id, { project_id })
const key = await createTokenClient(ada, org_id)

test.each(protocolVersions)(
  'the official client finds tools, resources and prompts in protocol version %s',
  async (era) => {
    const { mcp } = await connectAgent(key, { era })
    expect(mcp.getNegotiatedProtocolVersion()).toBe(era)
    const { tools } = await mcp.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'get_context',
      'search_tasks',
      'get_task',
      'create_tasks',
      'update_tasks',
      'move_tasks',
      'comment',
      'list_projects',
      'save_project',
      'list_members',
      'list_plans',
      'list_changes',
      'get_file',
    ])
    const { contents } = await mcp.readResource({ uri: `svc://task/${task_id}` })
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ untrusted: true, task_id })
    expect((await mcp.listResources()).resources.map(({ uri }) => uri)).toEqual(['svc://me/today'])
    expect((await mcp.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      'standup',
      'triage_intake',
      'plan_sprint',
    ])
    const result = await mcp.callTool({ name: 'search_tasks', arguments: { project: ['Quay wall'] } })
    expect(result.structuredContent).toMatchObject({
      tasks: [{ task_id, title: 'Inspect the crane', project: 'Quay wall' }],
      truncated: false,
      next_cursor: null,
    })
  },
)
