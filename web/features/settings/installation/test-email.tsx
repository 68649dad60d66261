import type { TestEmail as SentEmail } from '@svc/sdk'
import { installationSendTestEmail } from '@svc/sdk/operations'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { installationTexts as messages } from '../../../messages/installation.ts'
import { Button } from '../../../components/button.tsx'
import { ActionProblem } from '../kit/action-problem.tsx'

/** Sends an email to the user, and announces the response of the mail server. */
export function TestEmail() {
  const [isPending, setPending] = useState(false)
  const [sent, setSent] = useState<SentEmail>()
  const [problem, setProblem] = useState<unknown>()
  const send = async () => {
    if (isPending) return
    setPending(true)
    setSent(undefined)
    setProblem(undefined)
    await installationSendTestEmail(createApiClient()).then(setSent, setProblem)
    setPending(false)
  }
  return (
    <>
      <div class="settings-row">
        <Button icon="mail" onClick={() => void send()}>
          {messages.test}
        </Button>
        <span class="settings-health settings-good" role="status">
          {sent && messages.sent(sent.to, sent.server)}
        </span>
      </div>
      <ActionProblem problem={problem} />
    </>
  )
}
