import { connected } from '../connected.ts'
import { orgId } from '../organization.ts'
import type { Target } from '../processes.ts'
import type { Site } from '../site.ts'

/** Takes away every webhook and delivery. */
export const forgetHooks = (site: Site): Promise<void> =>
  connected(site.databaseUrl!, async (client) => {
    for (const table of ['webhook_queue', 'webhook_deliveries', 'webhook_subscriptions'])
      await client.query(`truncate ${table}`)
  })

/**
 * Makes webhooks of the organization's admin for every event of tasks, each on a path of its own at `port`; gives their
 * ids.
 */
export async function makeHooks(site: Site, service: Target, port: number, from: number, to: number) {
  const ids: string[] = []
  for (let i = from; i < to; i++) {
    const response = await fetch(`http://127.0.0.1:${service.port}/v1/webhooks`, {
      method: 'POST',
      headers: { ...site.api.admin.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        org_id: orgId,
        name: `Hook ${i}`,
        url: `http://127.0.0.1:${port}/${i}`,
        events: ['task.*'],
      }),
    })
    if (response.status !== 200) throw new Error(await response.text())
    ids.push(((await response.json()) as { subscription_id: string }).subscription_id)
  }
  return ids
}
