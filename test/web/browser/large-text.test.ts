import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id, { name: 'Rigging of the harbor' })
const title = 'Order forty meters of rope for the northern quay'
const { task_id } = await createTask(ada, org_id, {
  project_id,
  title,
  assignee: 'ada',
  start_date: '2026-01-01',
  due_date: '2026-01-08',
  tags: ['rope'],
})
const { visit } = useConsole()

const project = `/o/${org_id}/p/${project_id}`
const locations = [
  project,
  `${project}?view=board`,
  `${project}?view=timeline`,
  `${project}?task=${task_id}`,
  `/o/${org_id}/my`,
]

/** The task on each of these pages. */
const content = '.task-row-title, .task-card, .timeline-title, .task-title, .my-work-card'

/** Page function that lists the controls that reach beyond the window, and the texts that are taller than their row. */
const listFaults = `[...document.querySelectorAll('button, a[href], input, .task-row *, .timeline-row *, .inbox-row *')]
  .filter((one) => one.checkVisibility({ opacityProperty: true }) && !one.closest('.board, .timeline-lane, .hidden-text, svg'))
  .flatMap((one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect()
    const row = one.closest('.task-row, .timeline-row, .inbox-row')?.getBoundingClientRect()
    const isOutside = width > 0 && (left < -1 || right > innerWidth + 1)
    const isCut = row && (top < row.top - 1 || bottom > row.bottom + 1)
    return isOutside || isCut ? [one.className + ' ' + one.textContent] : []
  })`

async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

describe.skipIf(!chromiumPath)('with text of twice the size', () => {
  test.each([1280, 360])(
    'every control and every line of a row can be seen at %i px',
    { timeout: 240_000 },
    async (width) => {
      const look = { viewport: { width, height: 800 }, hasTouch: width < 720, isMobile: width < 720 }
      const { page } = await visit({ at: app, as: 'ada', look })
      await enlargeText(page)
      for (const to of locations) {
        await page.goto(app.url + to)
        expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('32px')
        await page.locator(content).filter({ visible: true }).first().waitFor()
        expect([to, await page.evaluate(listFaults)]).toEqual([to, []])
      }
    },
  )
})
