import { bool, dateTime, nullable, object, oneOf, text } from '../../kernel/schema.ts'

export const sessionParams = object({ session_id: text({ description: 'The sign-in.' }) })

export const session = object(
  {
    session_id: text(),
    current: bool({ description: 'Whether this very request was sent in that browser.' }),
    browser: nullable(
      text({ description: 'The browser and its system, as far as it tells: `Firefox on Linux`.' }),
    ),
    address: nullable(text({ description: 'Where the sign-in was sent from.' })),
    signed_in_at: dateTime(),
    last_seen_at: dateTime({ description: 'Up to 30 seconds behind.' }),
    expires_at: dateTime({ description: 'When it ends if it is not used again.' }),
  },
  { title: 'Session' },
)

export const sessionEnded = object(
  { session_id: text(), status: oneOf(['ended']) },
  { title: 'SessionEnded' },
)
