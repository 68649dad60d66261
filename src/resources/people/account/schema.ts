import * as s from '../../../core/schema.ts'

const connectedIdentity = s.namedObject('ConnectedIdentity', {
  identity_id: s.text('ID of the connection.'),
  issuer: s.text('Issuer URL of the identity provider.'),
  connected_at: s.dateTime('Time of the connection.'),
})

export const identityParams = { identity_id: 'ID of the connection.' }

export const accountSchema = s.namedObject('Account', {
  account_id: s.text('ID of the account (UUID).'),
  email: s.text('Email address with which the user signs in.'),
  name: s.nullable(s.text('Display name of the user.')),
  email_verified: s.bool('True if the user verified the address with an emailed link, or an operator entered it.'),
  has_password: s.bool('True if the user can sign in with a password.'),
  has_totp: s.bool('True if signing in with the password also requires a code of an authenticator app.'),
  passkeys: s.int('Number of passkeys.'),
  recovery_codes_left: s.int('Number of unused recovery codes.'),
  identities: s.array(connectedIdentity, 'Identities of an identity provider that lead to the same user.'),
  can_connect: s.bool(
    'True if the user can connect an identity at `/id/connect`: the server has both accounts and a provider.',
  ),
  version: s.versionField,
})

export const accountUpdate = s.namedObject('AccountUpdate', {
  name: s.optional(s.nonBlankText(120, 'Display name of the user.')),
})

export const passwordChange = s.namedObject('PasswordChange', {
  current_password: s.optionalNullable(
    s.text({ max: 1024, description: 'Current password. Required if the account has one.' }),
  ),
  new_password: s.text({
    max: 1024,
    description: 'New password: 10 to 256 characters, not among the most common ones.',
  }),
})

export const totpSetup = s.namedObject('TotpSetup', {
  code: s.optionalNullable(
    s.text({ max: 20, description: 'Code of the authenticator app, which confirms the secret.' }),
  ),
})

export const totpSetupResult = s.namedObject('TotpSetupResult', {
  secret: s.nullable(s.text('Secret for the authenticator app, base32; `null` after confirmation.')),
  otpauth_url: s.nullable(s.text('The secret as an `otpauth://` URL; `null` after confirmation.')),
  qr_code: s.nullable(
    s.text(
      'QR code of `otpauth_url` as an SVG image; `null` after confirmation, and for a URL of more than 500 bytes.',
    ),
  ),
  recovery_codes: s.nullable(
    s.array(s.text(), {
      description:
        'Ten codes, each of which can be used once instead of a code from the app; `null` before confirmation.',
    }),
  ),
})
