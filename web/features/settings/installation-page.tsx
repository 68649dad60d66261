import { SvcProblem } from '@svc/sdk'
import { installationRead } from '@svc/sdk/operations'
import { useQuery } from '../../store/use-query.ts'
import { installationTexts as messages } from '../../messages/installation.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { FactGroup } from './installation/facts.tsx'
import * as facts from './installation/list-facts.tsx'
import { TestEmail } from './installation/test-email.tsx'
import './installation/installation.css'

/** State of the server, for its operators. */
export function InstallationPage() {
  const { value, problem, refetch } = useQuery('installation', installationRead)
  if (problem instanceof SvcProblem && problem.status === 404) return <p class="settings-hint">{messages.noOperator}</p>
  if (problem) return <ErrorMessage problem={problem} retry={refetch} />
  if (!value) return <Skeleton rows={10} height={36} />
  return (
    <>
      <div class="settings-row">
        <Button icon="refresh" onClick={refetch}>
          {messages.refresh}
        </Button>
        <a href="/docs">{messages.docs}</a>
      </div>
      <FactGroup title={messages.server} facts={facts.listServerFacts(value)} />
      <FactGroup title={messages.database} facts={facts.listDatabaseFacts(value)} />
      <FactGroup title={messages.files} facts={facts.listFileFacts(value)} />
      <FactGroup title={messages.people} facts={facts.listPeopleFacts(value)} />
      <FactGroup title={messages.signIn} facts={facts.listSignInFacts(value)} />
      <FactGroup title={messages.email} facts={facts.listEmailFacts(value)}>
        <TestEmail />
      </FactGroup>
      <FactGroup title={messages.queues} facts={facts.listQueueFacts(value)} />
      <FactGroup title={messages.backups} facts={facts.listBackupFacts(value)} />
      <FactGroup title={messages.limits} facts={facts.listLimitFacts(value)} />
    </>
  )
}
