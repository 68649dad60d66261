import * as s from '../../../core/schema.ts'

export const sessionParamsSchema = s.object({ session_id: s.text({ description: 'ID of the session.' }) })

export const sessionSchema = s.object(
  {
    session_id: s.text({ description: 'ID of the session (`BS…`).' }),
    current: s.bool({ description: 'True for the session of this request.' }),
    browser: s.nullable(
      s.text({
        description: 'Browser and operating system, from the `User-Agent` header, such as `Firefox on Linux`.',
      }),
    ),
    address: s.nullable(s.text({ description: 'IP address of the sign-in.' })),
    signed_in_at: s.dateTime({ description: 'Time of the sign-in.' }),
    last_seen_at: s.dateTime({ description: 'Time of the last request; updated within 30 seconds.' }),
    expires_at: s.dateTime({ description: 'Time at which the session ends unless it is used before.' }),
  },
  { title: 'Session' },
)

export const sessionEndedSchema = s.object(
  {
    session_id: s.text({ description: 'ID of the session.' }),
    status: s.stringEnum(['ended'], { description: 'Always `ended`.' }),
  },
  { title: 'SessionEnded' },
)
