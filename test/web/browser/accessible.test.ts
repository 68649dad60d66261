import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { organization, project, task } from '../../support/factories.ts'
import { expectAccessible } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.session('ada')
const long = `A name of two hundred letters ${'that goes on '.repeat(13)}`.slice(0, 200)

/** An organization in which nothing was done yet, and one with names that are long, marked up and from right to left. */
const empty = await organization(ada, { name: 'Harbour Works' })
const full = await organization(ada, { name: 'Quay & Sons <b>' })
const blank = await project(ada, empty.org_id, { name: 'Quay wall' })
const { project_id } = await project(ada, full.org_id, { name: long })
const within = { project_id, assignee: 'ada', due_date: '2026-11-20', tags: ['upkeep', 'rope'] }
const opened = await task(ada, full.org_id, {
  ...within,
  title: 'Order <b>rope</b>',
  description: '# Why\n\n- [x] it is **short**',
})
for (const title of [long, 'לבדוק את העגורן', 'Grease the crane'])
  await task(ada, full.org_id, { ...within, title, priority: 'high', status: 'in_progress' })
expectStatus(
  await ada.post('/v1/task-comments', { body: { task_id: opened.task_id, content: 'Done `by` @ada' } }),
  200,
  201,
)

const { visit } = useConsole()

const screens: [string, string][] = [
  ['my work, empty', `/o/${empty.org_id}/my`],
  ['my work', `/o/${full.org_id}/my`],
  ['inbox, empty', `/o/${empty.org_id}/inbox`],
  ['list, empty', `/o/${empty.org_id}/p/${blank.project_id}`],
  ['list', `/o/${full.org_id}/p/${project_id}`],
  ['list in groups', `/o/${full.org_id}/tasks?group=status`],
  ['board, empty', `/o/${empty.org_id}/p/${blank.project_id}?view=board`],
  ['board', `/o/${full.org_id}/p/${project_id}?view=board`],
  ['task', `/o/${full.org_id}/p/${project_id}?task=${opened.task_id}`],
  ['search', `/o/${full.org_id}/search?q=rope`],
  ['settings', `/o/${full.org_id}/settings`],
  ['onboarding', '/o/new'],
]

describe.skipIf(!chromiumPath)(
  'in both themes, on a desk and on a phone, axe finds nothing to say of',
  () => {
    test.each(screens)('%s', async (name, to) => {
      const { page } = await visit({ at: app, as: 'ada', to })
      await page.getByRole('main').waitFor()
      await expect
        .poll(() => page.locator('[aria-busy=true], .skeleton').count(), { timeout: 15_000 })
        .toBe(0)
      await expectAccessible(page, name)
    })
  },
)
