import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dataCommands } from '../../src/commands/data-commands.ts'
import { runCommand } from '../../src/core/command.ts'
import { chooseSize } from '../resilience/sizes.ts'
import { openSignIn, PASSWORD, setUpAccount, startAccountsApp, submitForm } from '../support/accounts.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { Browser, type LoadedPage } from '../support/oauth.ts'
import { computeMedian, computeRankSumZ, measure } from '../support/timing.ts'

const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'svc@example.com', ACCOUNTS_JOIN: 'open' }
const app = await startAccountsApp({ env })
const ada = await setUpAccount(app)
const { org_id } = await createOrganization(ada)
const known = 'known@example.com'
const { output } = (await runCommand(dataCommands, app.services, {
  command: 'account add',
  input: { email: known },
})) as { output: string }
await submitForm(app, new Browser(), /http\S+/.exec(output)![0], { password: PASSWORD })

type Kind = 'known' | 'unknown'
const addresses: Record<Kind, string> = { known, unknown: 'unknown@example.com' }

/** Returns a page without what differs for each request. */
const normalize = ({ status, text }: LoadedPage, address: string) => [
  status,
  text.replaceAll(address, 'ADDRESS').replaceAll(/value="1\.[^"]+"|flow=[^"]+/g, 'FLOW'),
]

/** Compares the responses for both addresses. Returns the median times, and the z-score of their rank sum. */
async function compare(rounds: number, prepare: (address: string) => Promise<() => Promise<LoadedPage>>) {
  const times: Record<Kind, number[]> = { known: [], unknown: [] }
  const pages: unknown[][] = []
  for (let i = 0; i < rounds; i++)
    for (const kind of ['known', 'unknown'] as const) {
      await app.sql('DELETE FROM sign_in_failures')
      const send = await prepare(addresses[kind])
      times[kind].push(await measure(async () => pages.push(normalize(await send(), addresses[kind]))))
    }
  for (const page of pages) expect(page).toEqual(pages[0])
  const z = Math.abs(computeRankSumZ(times.known, times.unknown))
  return { z, known: computeMedian(times.known), unknown: computeMedian(times.unknown) }
}

/** Greater for one in a thousand comparisons of equal times: both kinds would come first equally often. */
const MAX_Z = 3.3

test('a wrong password gets the same response after the same time for a known and an unknown address', async () => {
  const medians = await compare(chooseSize(9, 60), async (email) => {
    const browser = new Browser()
    const flow = await openSignIn(app, browser)
    return () => submitForm(app, browser, `${app.url}/id/sign-in`, { flow, email, password: 'wrong password' })
  })
  // A skipped hash would take a fifth of the time.
  const both = [medians.known, medians.unknown]
  expect(Math.min(...both) / Math.max(...both)).toBeGreaterThan(chooseSize(0.4, 0.9))
  expect(medians.z).toBeLessThan(MAX_Z)
})

test.each(['reset', 'join'])('/id/%s gets the same response after the same time for both', async (page) => {
  const { z } = await compare(chooseSize(12, 100), async (email) => {
    // The email of the previous request is sent in the background.
    await setTimeout(30)
    return () => submitForm(app, new Browser(), `${app.url}/id/${page}`, { email })
  })
  expect(z).toBeLessThan(MAX_Z)
})

test('the page of an invitation is the same after the same time for both', async () => {
  const links: Record<string, string> = {}
  for (const email of Object.values(addresses)) {
    const sent = await ada.post('/v1/organization-invites', { body: { org_id, email } })
    links[email] = expectStatus(sent, 200).accept_url as string
  }
  await setTimeout(300)
  const open = async (email: string) => () => new Browser().open(links[email]!, [app.url])
  expect((await compare(chooseSize(12, 100), open)).z).toBeLessThan(MAX_Z)
})
