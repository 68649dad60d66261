import * as s from '../../../core/schema.ts'

const name = s.nonBlankText(100, 'Name by which the user recognizes it.')

export const passkeyParams = { passkey_id: 'ID of the passkey.' }

export const passkeySchema = s.namedObject('Passkey', {
  passkey_id: s.text('ID of the passkey: its credential ID in base64url.'),
  name,
  created_at: s.dateTime('Time of creation.'),
  last_used_at: s.nullable(s.dateTime('Time of the last sign-in with it.')),
  version: s.versionField,
})

export const passkeySetup = s.namedObject('PasskeySetup', {
  credential: s.optionalNullable(
    s.freeForm('Result of `navigator.credentials.create` as JSON (`RegistrationResponseJSON` of WebAuthn).'),
  ),
  name: s.optionalNullable(name),
})

export const passkeySetupResult = s.namedObject('PasskeySetupResult', {
  options: s.nullable(
    s.freeForm(
      'Options for `navigator.credentials.create` as JSON (`PublicKeyCredentialCreationOptionsJSON`), valid for 5 ' +
        'minutes; `null` after confirmation.',
    ),
  ),
  passkey: s.nullable(passkeySchema),
})

export const passkeyUpdate = s.namedObject('PasskeyUpdate', { name })
