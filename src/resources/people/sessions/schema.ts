import * as s from '../../../core/schema.ts'

export const sessionParams = { session_id: 'ID of the session.' }

export const sessionSchema = s.namedObject('Session', {
  session_id: s.text('ID of the session (`BS…`).'),
  current: s.bool('True for the session of this request.'),
  browser: s.nullable(
    s.text('Browser and operating system, from the `User-Agent` header, such as `Firefox on Linux`.'),
  ),
  address: s.nullable(s.text('IP address of the sign-in.')),
  signed_in_at: s.dateTime('Time of the sign-in.'),
  authenticated_at: s.nullable(
    s.dateTime(
      'Time at which the user last proved who they are; operations that require a recent sign-in require it within the ' +
        'last 10 minutes. `null` if the identity provider does not report it.',
    ),
  ),
  last_seen_at: s.dateTime('Time of the last request; updated within 30 seconds.'),
  expires_at: s.dateTime('Time at which the session ends unless it is used before.'),
})

export const sessionEndedSchema = s.namedObject('SessionEnded', {
  session_id: s.text('ID of the session.'),
  status: s.stringEnum(['ended'], 'Always `ended`.'),
})
