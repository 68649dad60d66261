import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createTokenClient } from '../../support/factories.ts'

it('last_active_at is the latest use of a session or token', async () => {
  const app = await startApp()
  const ada = await app.signIn('ada')
  const people = ['ben', 'cleo', 'dan', 'eve']
  const { org_id } = await createOrganization(ada)
  for (const name of people) {
    const person = await addMember(ada, org_id, await app.signIn(name))
    const clients = [person, await createTokenClient(person, org_id), await createTokenClient(person, org_id)]
    // Each credential in turn is the last one used.
    for (const i of people.keys()) {
      app.clock.advance(60_000)
      await clients[(people.indexOf(name) + i) % clients.length]!.get('/v1/me')
    }
    const latest = app.clock.now()
    await app.services.identity.flushActivity()
    const displayed = expectStatus(await ada.get(`/v1/organization-members/${person.userId}/${org_id}`), 200)
    expect(latest - Date.parse(displayed.last_active_at)).toBeLessThan(30_000)
  }
})
