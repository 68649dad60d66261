import type { CDPSession, Page } from 'playwright-core'

/** Measures the CPU milliseconds of a page's main thread during an action. */
export async function measureCpuMs(page: Page, action: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await readTaskSeconds(session)
  await action()
  const after = await readTaskSeconds(session)
  await session.detach()
  return (after - before) * 1000
}

async function readTaskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}
