import { useState } from 'preact/hooks'
import { inviteTexts as messages } from '../../messages/onboarding.ts'
import { copyToClipboard } from '../../components/util/clipboard.ts'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import './onboarding.css'

export interface InviteLink {
  email: string
  url: string
}

export interface InviteLinksProps {
  links: readonly InviteLink[]
  onDone: () => void
}

/** Shows the links to hand over to invited people, which also work without email. They cannot be read again. */
export function InviteLinks({ links, onDone }: InviteLinksProps) {
  const [copied, setCopied] = useState<readonly string[]>([])
  const copy = async (emails: readonly string[], text: string, message: string) => {
    await copyToClipboard(text, message)
    setCopied((others) => [...others, ...emails])
  }
  const copyAll = () => {
    const emails = links.map(({ email }) => email)
    return copy(emails, links.map(({ email, url }) => `${email} ${url}`).join('\n'), messages.linksCopied)
  }
  const isComplete = links.every(({ email }) => copied.includes(email))
  return (
    <>
      <h2>{messages.linksTitle}</h2>
      <p>{messages.linksHint}</p>
      {links.map(({ email, url }) => (
        <LinkField
          key={email}
          {...{ email, url }}
          isCopied={copied.includes(email)}
          onCopy={() => void copy([email], url, messages.linkCopied)}
        />
      ))}
      <div class="onboarding-actions">
        <Button kind={isComplete ? 'main' : 'plain'} onClick={onDone}>
          {messages.linksDone}
        </Button>
        {links.length > 1 && (
          <Button kind={isComplete ? 'plain' : 'main'} icon="copy" onClick={() => void copyAll()}>
            {messages.copyLinks}
          </Button>
        )}
      </div>
    </>
  )
}

const LinkField = ({ email, url, isCopied, onCopy }: InviteLink & { isCopied: boolean; onCopy: () => void }) => (
  <div class="field-row">
    <FormField label={email}>
      <input class="input" readOnly value={url} />
    </FormField>
    <Button icon={isCopied ? 'check' : 'copy'} onClick={onCopy}>
      {messages.copyLink}
    </Button>
  </div>
)
