import { toReportLine } from '../../../kernel/services/mail-text.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { tokenOf, type Unsubscription } from './unsubscribing.ts'

/** Where the links of a mail lead. */
export const linkOf = ({ config, keyring }: Services, which: Unsubscription) => ({
  baseUrl: config.baseUrl,
  report: toReportLine(config),
  unsubscribe: `${config.baseUrl}/unsubscribe/${tokenOf(keyring, which)}`,
})

/** Counts what became of a mail. */
export const countMail = ({ metrics }: Services, outcome: 'sent' | 'refused' | 'failed' | 'dropped'): void =>
  metrics
    .counter('svc_notification_mail_total', 'Mails of notifications, by what became of them.', 'outcome')
    .inc({ outcome })
