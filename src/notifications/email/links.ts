import { toReportLine } from '../../core/email/template.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { createUnsubscribeToken, type Unsubscription } from './unsubscribe.ts'

export const buildEmailLinks = ({ config, keyring }: Dependencies, which: Unsubscription) => ({
  baseUrl: config.baseUrl,
  report: toReportLine(config),
  unsubscribe: `${config.baseUrl}/unsubscribe/${createUnsubscribeToken(keyring, which)}`,
})

export const countNotificationEmail = (
  { metrics }: Dependencies,
  outcome: 'sent' | 'refused' | 'failed' | 'dropped',
): void =>
  metrics.counter('svc_notification_mail_total', 'Notification emails, by outcome.', 'outcome').inc({ outcome })
