import type { AccountRow } from '../../auth/accounts/queries.ts'
import { createAccountLink, type NewAccountLink } from '../../auth/accounts/links.ts'
import { findUserLocale } from '../../auth/user-language.ts'
import { getLanguage, runInLanguage } from '../../core/messages/language.ts'
import type { Email } from '../../core/email/smtp.ts'
import { renderEmail, type EmailBlock } from '../../core/email/template.ts'
import { accountEmailTexts as texts } from '../messages/emails.ts'
import { newId } from '../../core/ids.ts'
import type { Dependencies } from '../../core/dependencies.ts'

const LINK_LIFETIME_MS = 30 * 60_000

/**
 * Emails a single-use link in the background: no response waits for it, so that it does not reveal whether an address
 * has an account. A failure is logged, and the user asks again.
 */
export function sendLinkLater(services: Dependencies, compose: () => Promise<Email | undefined>): void {
  const { mail, log } = services
  const composeAndSend = async () => {
    const email = await compose()
    if (email) await mail?.(email)
  }
  composeAndSend().catch((error: unknown) =>
    log('warn', 'the email of an account link was not sent', { error: String(error) }),
  )
}

/**
 * Composes the email with links to sign in and to set a new password. An account whose address was never proved only
 * gets the second one, since another user may know its password. It is sent to the address of the account, not as entered.
 */
export async function composeAccountEmail(services: Dependencies, account: AccountRow): Promise<Email> {
  const { language } = await findUserLocale(services.database.db, account.user_id)
  return runInLanguage(language ?? getLanguage(), () => composeLinks(services, account))
}

async function composeLinks(services: Dependencies, { account_id, email, email_verified }: AccountRow): Promise<Email> {
  const createLink = (kind: 'sign_in' | 'reset') => createMailedLink(services, { kind, account_id })
  const paragraphs: EmailBlock[] = [
    ...(email_verified ? [[texts.signIn, { url: await createLink('sign_in') }]] : []),
    [texts.newPassword, { url: await createLink('reset') }],
    texts.linksHint,
  ]
  return buildAccountEmail(services, email, texts.signInSubject, paragraphs)
}

/** Composes the email with the link that creates an account. */
export async function composeJoinEmail(services: Dependencies, to: string): Promise<Email> {
  const url = await createMailedLink(services, { kind: 'join', email: to })
  const paragraphs: EmailBlock[] = [[texts.join, { url }], texts.linkHint]
  return buildAccountEmail(services, to, texts.joinSubject, paragraphs)
}

const createMailedLink = (services: Dependencies, link: Omit<NewAccountLink, 'lifetimeMs'>): Promise<string> =>
  createAccountLink(services.database.db, services.config, services.clock(), {
    ...link,
    mailed: true,
    lifetimeMs: LINK_LIFETIME_MS,
  })

function buildAccountEmail(
  { config, clock }: Dependencies,
  to: string,
  buildSubject: (host: string) => string,
  blocks: EmailBlock[],
): Email {
  const { host } = new URL(config.baseUrl)
  return { to, subject: buildSubject(host), ...renderEmail(blocks), id: newId('AM', clock()), date: clock() }
}
