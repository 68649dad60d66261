interface CodedError {
  code?: string
  message: string
  cause?: unknown
}

const REMEDIES: Record<string, string> = {
  '28P01': 'correct the user and password in DATABASE_URL',
  '28000': 'allow this user and host in pg_hba.conf; if the entry is hostssl, add ?sslmode=verify-full',
  '3D000': 'create it: CREATE DATABASE svc OWNER svc',
  '53300': 'raise max_connections or the CONNECTION LIMIT, or lower DATABASE_POOL of the processes that share it',
  '42501':
    'GRANT the missing privilege to the role of DATABASE_URL; to create the tables: GRANT USAGE, CREATE ON SCHEMA public TO svc',
  CERT_HAS_EXPIRED: 'renew the certificate of the server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'write the host name of the certificate in DATABASE_URL',
}

const UNTRUSTED_CA =
  'the CA that signed its certificate is not trusted: add sslrootcert=/path/ca.pem to DATABASE_URL, ' +
  'as in ?sslmode=verify-full&sslrootcert=/etc/svc/ca.pem'
for (const code of [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])
  REMEDIES[code] = UNTRUSTED_CA

export function describeDatabaseError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', message, cause } = error as CodedError
  const [line = ''] = message.split('\n')
  if (/does not support SSL/.test(line))
    return `${line}: remove sslmode from DATABASE_URL, or set ssl = on on the server`
  if (Object.hasOwn(REMEDIES, code)) return `${line}: ${REMEDIES[code]}`
  const inner = cause === undefined ? undefined : describeDatabaseError(cause)
  if (inner === undefined) return undefined
  // A failed migration prefixes its name to the message of the database, which the cause repeats.
  return line.startsWith('migration ') ? `${line.split(':')[0]}: ${inner}` : inner
}
