import { bool, dateTime, nullable, object, stringEnum, text } from '../../../core/schema.ts'

export const sessionParamsSchema = object({ session_id: text({ description: 'ID of the session.' }) })

export const sessionSchema = object(
  {
    session_id: text({ description: 'ID of the session (`BS…`).' }),
    current: bool({ description: 'True for the session of this request.' }),
    browser: nullable(
      text({
        description: 'Browser and operating system, from the `User-Agent` header, such as `Firefox on Linux`.',
      }),
    ),
    address: nullable(text({ description: 'IP address of the sign-in.' })),
    signed_in_at: dateTime({ description: 'Time of the sign-in.' }),
    last_seen_at: dateTime({ description: 'Time of the last request; updated within 30 seconds.' }),
    expires_at: dateTime({ description: 'Time at which the session ends unless it is used before.' }),
  },
  { title: 'Session' },
)

export const sessionEndedSchema = object(
  {
    session_id: text({ description: 'ID of the session.' }),
    status: stringEnum(['ended'], { description: 'Always `ended`.' }),
  },
  { title: 'SessionEnded' },
)
