import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Tables whose rows belong to one organization, read from the migrations so that new ones are covered. */
const migrations = readdirSync('migrations').map((name) => readFileSync(`migrations/${name}`, 'utf8'))
const tenantTables = migrations
  .flatMap((text) => [...text.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n\)[^;]*;/g)])
  .filter(([, , body]) => /^\s*org_id uuid/m.test(body!))
  .map(([, name]) => name!)

/** Fragments of statements that span organizations on purpose. */
const acrossOrganizations = [
  // A row found by its hash determines the organization.
  'where t.token_hash in (${sql.list(hashes)})',
  'where credential_hash = ${hashcredential(secret)}',
  // Links of an account belong to no organization, or to that of the invitation.
  'delete from account_links where',
  'insert into account_links (link_hash, kind, account_id, created_at',
  'insert into account_links (link_hash, kind, created_at',
  // A user signs in to no organization, is deleted in all, and loses the access tokens of all.
  'select m.org_id from organization_members m where m.user_id = ${userid}',
  'delete from user_organizations where user_id = ${user_id}',
  'where p.issuer = ${placeholder_issuer} and p.email_key in (${sql.list(listemailkeys(identity.email))})',
  // A backup copies the whole database.
  '(select max(name) from schema_migrations) as last_migration',
  'select count(*) from tasks where ctid >=',
  // An app is identified by its id alone, and serves users of any organization.
  'where c.client_id = used.client_id',
  // One statement per process reads the event log of all organizations.
  'where e.lineage > 0 and (e.lineage, e.tx) <',
  'where e.lineage > 0 and e.lineage = ${lineage}::smallint',
  'select e.lineage, e.tx from events e where e.lineage > 0',
  'select exists (select from events p where p.lineage > 0',
  'where e.lineage > 0 and (e.lineage, e.tx, e.ord, e.event_id) > (',
  'update events e set lineage',
  'from events e where ${isafterposition(position)}',
  // The daily limit of invitations per email covers all organizations.
  'where (i.email_key = ${email_key} or i.invited_by = ${invited_by})',
  // The single worker of an embedded database starts over.
  'update webhook_queue set leased_until = null, worker = null where leased_until is not null',
]

/** Statements and fragments that get org_id from an inserted fragment. */
const throughPart = [
  'insert into projects as p (${names}, visibility, position)',
  'select ${columns} from events e where ${inanyorg}',
  'from notifications n where ${candidates} ${order}',
  'update notification_mails w set due_at = ${dueat}, attempts = 0',
  'delete from notification_mails w using ${source} where ${condition}',
  'update webhook_subscriptions set next_probe_at',
  "update webhook_subscriptions set status = 'active'",
  'as change(${columns})',
  'insert into events (${names})',
  'from projects q) p',
  'where ${matchesAudit(ctx, orgId, filters)}',
  'where ${and(conditions)}',
  "${matchValues('v', orgId, names, people)}",
  "${matchValues('w', orgId, names, people)}",
]

function findSqlTexts(file: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    // Skips prose, which may say "from projects".
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'description') return
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isStringLiteral(node)) {
      texts.push(node.getText().toLowerCase())
    }
    // Visits nested templates too.
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true))
  return texts
}

const naming = new RegExp(`\\b(from|join|update|into) (${tenantTables.join('|')})\\b`, 'i')
/** Skips the MCP tools, which send no SQL and whose texts say "update tasks". */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('mcp/'))
  .map((name) => `src/${name}`)

test('the migrations contain tenant tables', () => {
  expect(tenantTables).toContain('tasks')
  expect(tenantTables.length).toBeGreaterThan(10)
})

// Covers the statements that no test sends; scripts/statements checks the others more strictly.
test('every statement on a tenant table names org_id', () => {
  const careless = sources.flatMap((file) =>
    findSqlTexts(file)
      .filter((text) => naming.test(text) && !/org_id/.test(text))
      .filter((text) => ![...acrossOrganizations, ...throughPart].some((part) => text.includes(part.toLowerCase())))
      .map((text) => `${file}: ${text.replace(/\s+/g, ' ').slice(0, 160)}`),
  )
  expect(careless).toEqual([])
})
