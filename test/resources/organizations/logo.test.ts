import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')

test('a logo requires an http or https URL; other stored ones stay readable and replaceable', async () => {
  const { org_id } = await createOrganization(ada, { logo: 'https://example.com/logo.svg?v=1' })
  const path = `/v1/organizations/${org_id}`
  for (const logo of [
    'javascript:alert(1)',
    'data:image/svg+xml,x',
    '//example.com/l.png',
    'https://a:b@c.example',
    '',
  ]) {
    const created = await ada.post('/v1/organizations', { body: { name: 'Harbour', logo } })
    const changed = await ada.patch(path, { body: { logo } })
    for (const reply of [created, changed])
      expect([logo, reply.status, reply.body.errors?.[0].loc]).toEqual([logo, 422, ['body', 'logo']])
  }
  await app.sql(`UPDATE organizations SET logo = 'javascript:alert(1)' WHERE org_id = $1`, [org_id])
  expect(expectStatus(await ada.get(path), 200).logo).toBe('javascript:alert(1)')
  expect(expectStatus(await ada.patch(path, { body: { name: 'Quay' } }), 200).name).toBe('Quay')
  expect(expectStatus(await ada.patch(path, { body: { logo: null } }), 200).logo).toBeNull()
})
