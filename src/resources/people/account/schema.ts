import * as s from '../../../core/schema.ts'

const connectedIdentity = s.object(
  {
    identity_id: s.text({ description: 'ID of the connection.' }),
    issuer: s.text({ description: 'Issuer URL of the identity provider.' }),
    connected_at: s.dateTime({ description: 'Time of the connection.' }),
  },
  { title: 'ConnectedIdentity' },
)

export const identityParams = { identity_id: 'ID of the connection.' }

export const accountSchema = s.object(
  {
    account_id: s.text({ description: 'ID of the account (UUID).' }),
    email: s.text({ description: 'Email address with which the user signs in.' }),
    email_verified: s.bool({
      description: 'True if the user verified the address with an emailed link, or an operator entered it.',
    }),
    has_password: s.bool({ description: 'True if the user can sign in with a password.' }),
    has_totp: s.bool({
      description: 'True if signing in with the password also requires a code of an authenticator app.',
    }),
    passkeys: s.int({ description: 'Number of passkeys.' }),
    recovery_codes_left: s.int({ description: 'Number of unused recovery codes.' }),
    identities: s.array(connectedIdentity, {
      description: 'Identities of an identity provider that lead to the same user.',
    }),
    can_connect: s.bool({
      description:
        'True if the user can connect an identity at `/id/connect`: the server has both accounts and a provider.',
    }),
    version: s.versionField,
  },
  { title: 'Account' },
)

export const passwordChange = s.object(
  {
    current_password: s.optional(
      s.nullable(s.text({ max: 1024, description: 'Current password. Required if the account has one.' })),
    ),
    new_password: s.text({
      max: 1024,
      description: 'New password: 10 to 256 characters, not among the most common ones.',
    }),
  },
  { title: 'PasswordChange' },
)

export const totpSetup = s.object(
  {
    code: s.optional(
      s.nullable(s.text({ max: 20, description: 'Code of the authenticator app, which confirms the secret.' })),
    ),
  },
  { title: 'TotpSetup' },
)

export const totpSetupResult = s.object(
  {
    secret: s.nullable(s.text({ description: 'Secret for the authenticator app, base32; `null` after confirmation.' })),
    otpauth_url: s.nullable(
      s.text({ description: 'The secret as an `otpauth://` URL, for a QR code; `null` after confirmation.' }),
    ),
    recovery_codes: s.nullable(
      s.array(s.text(), {
        description:
          'Ten codes, each of which can be used once instead of a code from the app; `null` before confirmation.',
      }),
    ),
  },
  { title: 'TotpSetupResult' },
)
