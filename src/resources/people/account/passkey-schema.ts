import * as s from '../../../core/schema.ts'

const name = s.text({ min: 1, max: 100, visible: true, description: 'Name by which the user recognizes it.' })

export const passkeyParams = { passkey_id: 'ID of the passkey.' }

export const passkeySchema = s.object(
  {
    passkey_id: s.text({ description: 'ID of the passkey: its credential ID in base64url.' }),
    name,
    created_at: s.dateTime({ description: 'Time of creation.' }),
    last_used_at: s.nullable(s.dateTime({ description: 'Time of the last sign-in with it.' })),
    version: s.versionField,
  },
  { title: 'Passkey' },
)

export const passkeySetup = s.object(
  {
    credential: s.optional(
      s.nullable(
        s.freeForm({
          description: 'Result of `navigator.credentials.create` as JSON (`RegistrationResponseJSON` of WebAuthn).',
        }),
      ),
    ),
    name: s.optional(s.nullable(name)),
  },
  { title: 'PasskeySetup' },
)

export const passkeySetupResult = s.object(
  {
    options: s.nullable(
      s.freeForm({
        description:
          'Options for `navigator.credentials.create` as JSON (`PublicKeyCredentialCreationOptionsJSON`), valid for 5 ' +
          'minutes; `null` after confirmation.',
      }),
    ),
    passkey: s.nullable(passkeySchema),
  },
  { title: 'PasskeySetupResult' },
)

export const passkeyUpdate = s.object({ name }, { title: 'PasskeyUpdate' })
