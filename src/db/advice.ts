interface Failure {
  code?: string
  message: string
  cause?: unknown
}

/** What to write, by the code of PostgreSQL (SQLSTATE), of Node or of OpenSSL. */
const byCode: Record<string, string> = {
  '28P01': 'write the right user and password in DATABASE_URL',
  '28000':
    'let this user in from here in pg_hba.conf; where it takes hostssl alone, add ?sslmode=verify-full',
  '3D000': 'create it: CREATE DATABASE svc OWNER svc',
  '53300':
    'raise max_connections or the CONNECTION LIMIT, or lower DATABASE_POOL of the processes that share it',
  '42501':
    'GRANT the role of DATABASE_URL what it lacks; to create the tables: GRANT USAGE, CREATE ON SCHEMA public TO svc',
  CERT_HAS_EXPIRED: 'renew the certificate of the server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'write the host name of the certificate in DATABASE_URL',
}

const unknownAuthority =
  'the authority that signed its certificate is not known here: add sslrootcert=/path/ca.pem to DATABASE_URL, ' +
  'as in ?sslmode=verify-full&sslrootcert=/etc/svc/ca.pem'
for (const code of [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])
  byCode[code] = unknownAuthority

/** Returns the failure of a database in one line that ends with what to write; undefined where nothing is known. */
export function adviseOnDatabase(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', message, cause } = error as Failure
  const [line = ''] = message.split('\n')
  if (/does not support SSL/.test(line))
    return `${line}: leave sslmode out of DATABASE_URL, or set ssl = on there`
  if (Object.hasOwn(byCode, code)) return `${line}: ${byCode[code]}`
  const inner = cause === undefined ? undefined : adviseOnDatabase(cause)
  if (inner === undefined) return undefined
  // A failed migration names itself before the words of the database, which its cause has too.
  return line.startsWith('migration ') ? `${line.split(':')[0]}: ${inner}` : inner
}
