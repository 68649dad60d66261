import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
await createTask(ada, org_id, { project_id, title: 'Order rope' })
const { visit, watch } = useConsole()
const list = `/o/${org_id}/p/${project_id}`

/** Removes features from a page that Safari 17.0, Firefox 125 or Chrome 120 lack. */
const lacking = `
  const lack = (of, ...names) => names.forEach((name) => { if (of) delete of[name] })
  lack(AbortSignal, 'any')
  lack(Promise, 'withResolvers', 'try')
  lack(Object, 'groupBy')
  lack(Map, 'groupBy')
  lack(URL, 'parse')
  lack(RegExp, 'escape')
  lack(globalThis, 'Iterator', 'requestIdleCallback', 'cancelIdleCallback', 'scheduler')
  lack(Element.prototype, 'checkVisibility', 'moveBefore')
  lack(Document.prototype, 'startViewTransition')
  lack(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
  lack(Object.getPrototypeOf(Object.getPrototypeOf([].values())), 'map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find')
  lack(Intl, 'DurationFormat')
`

describe.skipIf(!chromiumPath)('an older browser', () => {
  test('shows the console, changes tasks and receives changes', async () => {
    const { page } = await visit({ at: app, as: 'ada', offline: true })
    await page.addInitScript(lacking)
    await page.goto(app.url + list)
    await page.getByRole('row', { name: /Order rope/ }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByRole('combobox').fill('Tar the hull !high #upkeep')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /Tar the hull/ }).waitFor()
    await createTask(ada, org_id, { project_id, title: 'Splice the hawser' })
    await page.getByRole('row', { name: /Splice the hawser/ }).waitFor()
    await expect.poll(() => page.getByText('can’t be reached').count()).toBe(0)
  })

  /** Simulated page errors, each representing an unknown one. */
  const faults: [string, string][] = [
    ['a method that is missing', `AbortSignal.timeout = undefined`],
    ['a value that is missing', `AbortSignal.timeout = () => undefined.signal`],
    ['a name that is missing', `AbortSignal.timeout = () => nowhere`],
  ]
  test.each(faults)(
    'without a required feature shows an error that does not blame the network: %s',
    async (_, fault) => {
      watch.allowComplaints(/./)
      const { page } = await visit({ at: app, as: 'ada', offline: true })
      await page.addInitScript(fault)
      await page.goto(app.url + list)
      await page.getByText('Something went wrong').waitFor()
      await expect.poll(() => page.getByText('can’t be reached').count()).toBe(0)
    },
  )
})

/** Removes features that browsers omit on plain http from another machine. */
const insecure = `
  delete Crypto.prototype.randomUUID
  delete Crypto.prototype.subtle
  for (const name of ['clipboard', 'locks', 'serviceWorker', 'storage']) delete Navigator.prototype[name]
`

describe.skipIf(!chromiumPath)('a page over plain http', () => {
  test('creates organizations and projects, invites, adds tasks and copies URLs', async () => {
    const { page } = await visit({ at: app, as: 'frank', offline: true })
    await page.addInitScript(insecure)
    await page.goto(`${app.url}/o/new`)
    await page.getByRole('textbox', { name: 'Organization' }).fill('Lock works')
    await page.getByRole('textbox', { name: 'Organization' }).press('Enter')
    await page
      .getByRole('button', { name: /New task/ })
      .first()
      .waitFor()
    const runPaletteCommand = async (command: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(command)
      await page.getByRole('option', { name: command }).first().click()
    }
    await runPaletteCommand('New project')
    await page.getByRole('dialog').getByRole('textbox').first().fill('Gate')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Gate' }).waitFor()
    await runPaletteCommand('Invite people')
    await page.getByRole('textbox', { name: 'Email addresses' }).fill('carol@dev.invalid')
    await page.keyboard.press('Enter')
    await page.getByText('Invited carol@dev.invalid').waitFor()
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByRole('combobox').fill('Oil the hinges')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Oil the hinges' }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied').waitFor()
    const comment = page.getByRole('textbox', { name: 'Your comment' })
    await comment.focus()
    await page.keyboard.press('Control+v')
    const [, org] = /^\/o\/([^/]+)\//.exec(new URL(page.url()).pathname)!
    await expect.poll(() => comment.inputValue()).toBe(`${app.url}/o/${org}/t/GATE-1`)
    // In a text, the key of the palette would make a link.
    await comment.press('Escape')
    await runPaletteCommand('Copy the link to this page')
    await page.getByText('Link copied').waitFor()
  })
})
