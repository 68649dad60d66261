import type { CDPSession, Page } from 'playwright-core'

/** Measures the CPU milliseconds of a page's main thread during an action. */
export async function measureCpuMs(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taken(session)
  await act()
  const after = await taken(session)
  await session.detach()
  return (after - before) * 1000
}

async function taken(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}
