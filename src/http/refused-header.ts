import { Problem } from '../core/errors.ts'

/** Returns 400 for a precondition that is malformed or that the operation would not check. */
export const refuseHeader = (name: 'If-Claim' | 'If-Match', msg: string): Problem =>
  new Problem(400, msg, {
    type: 'urn:svc:problem:invalid-parameter',
    title: 'Invalid parameter',
    errors: [{ loc: ['header', name], msg, type: 'invalid_parameter' }],
  })
