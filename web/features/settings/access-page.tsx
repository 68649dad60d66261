import type { AccessReview, AccessReviewMember, AuditEvent } from '@svc/sdk'
import { organizationsAccessReview, organizationsSignAccessReview } from '@svc/sdk/operations'
import { useState } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { getApiClient, useQuery } from '../../store/use-query.ts'
import { auditTexts } from '../../messages/organization.ts'
import { accessTexts as messages } from '../../messages/access.ts'
import { roleNames } from '../../messages/onboarding.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { CsvButton } from './kit/csv-button.tsx'
import { DialogForm } from './kit/dialog-form.tsx'
import { Moment } from './kit/moment.tsx'
import { SettingsItem } from './kit/settings-item.tsx'
import { TextField } from './kit/text-field.tsx'

/** Lists who has access to the organization and how, to be checked and signed. */
export function AccessPage() {
  const { value, problem, refetch } = useQuery('access review', (svc) => organizationsAccessReview(svc, getStore().org))
  const signed = useQuery('signed access reviews', (svc) =>
    svc.audit.list({ action: 'access_review.signed', limit: 1 }),
  )
  const [signing, setSigning] = useState<AccessReview>()
  const refetchBoth = () => {
    setSigning(undefined)
    refetch()
    signed.refetch()
  }
  return (
    <section class="settings-section">
      <p class="settings-hint">{messages.intro}</p>
      {signed.value && <LastSignature event={signed.value.data[0]} />}
      <div class="settings-actions">
        <Button kind="main" disabled={!value} onClick={() => setSigning(value)}>
          {messages.sign}
        </Button>
        <CsvButton path={`/v1/organizations/${getStore().org}/access-review`} name="access-review.csv">
          {auditTexts.csv}
        </CsvButton>
      </div>
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={6} height={48} />}
      <ul class="settings-list">
        {value?.members.map((member) => (
          <MemberItem key={member.user_id} {...member} />
        ))}
      </ul>
      {signing && <SignDialog review={signing} onClose={refetchBoth} />}
    </section>
  )
}

const LastSignature = ({ event }: { event: AuditEvent | undefined }) => (
  <p class="settings-hint">
    {event ? <Moment label={messages.lastSigned(event.actor_username ?? '')} at={event.created_at} /> : messages.never}
  </p>
)

const MemberItem = ({
  username,
  email,
  kind,
  role,
  sign_in,
  has_second_factor,
  tokens,
  ...rest
}: AccessReviewMember) => (
  <SettingsItem
    title={username ?? email ?? ''}
    badges={[
      kind === 'service_account' ? messages.serviceAccount : roleNames[role],
      has_second_factor === false && messages.noSecondFactor,
    ]}
    facts={[
      kind === 'user' && email,
      ...sign_in.map((way) => messages.ways[way]),
      messages.tokens(tokens.length),
      rest.last_active_at && <Moment label={messages.lastActive} at={rest.last_active_at} />,
    ]}
  />
)

function SignDialog({ review, onClose }: { review: AccessReview; onClose: () => void }) {
  const [note, setNote] = useState('')
  const { access_hash } = review
  return (
    <DialogForm
      title={messages.signTitle}
      submit={messages.sign}
      run={() => organizationsSignAccessReview(getApiClient(), getStore().org, { access_hash, note: note || null })}
      onClose={onClose}
    >
      <p class="settings-hint">{messages.signHint}</p>
      <TextField label={messages.note} value={note} onChange={setNote} maxLength={1000} autofocus />
    </DialogForm>
  )
}
