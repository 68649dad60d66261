import { toReportLine } from '../../../kernel/services/mail-text.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { tokenOf, type Unsubscription } from './unsubscribing.ts'

export const linkOf = ({ config, keyring }: Services, which: Unsubscription) => ({
  baseUrl: config.baseUrl,
  report: toReportLine(config),
  unsubscribe: `${config.baseUrl}/unsubscribe/${tokenOf(keyring, which)}`,
})

export const countMail = ({ metrics }: Services, outcome: 'sent' | 'refused' | 'failed' | 'dropped'): void =>
  metrics
    .counter('svc_notification_mail_total', 'Notification emails, by outcome.', 'outcome')
    .inc({ outcome })
