import type { NotificationKind, NotificationMail, NotificationWay, Preferences } from '@svc/sdk'
import { notificationKindWords, notificationMailWords } from '@svc/sdk/words'
import { createClient } from '../../api/client.ts'
import { kindNames, mailNames, settingsTexts as said } from '../../messages/settings.ts'
import { wordsOf } from '../../ui/failure.tsx'
import { browserZone } from '../../ui/intl.ts'
import { toast } from '../../ui/toast.tsx'
import type { PreferencesProps } from './zone.tsx'

/** What the person is told of, and how: each kind for itself, saved as it is chosen; of mail only where the server sends any. */
export function Notifications({ preferences, onChange }: PreferencesProps) {
  const save = async (kind: NotificationKind, way: Partial<NotificationWay>) => {
    const before = preferences
    onChange({
      ...before,
      notifications: { ...before.notifications, [kind]: { ...before.notifications[kind], ...way } },
    })
    try {
      onChange(
        await createClient().preferences.update({ ...zoneToo(before), notifications: { [kind]: way } }),
      )
    } catch (problem) {
      onChange(before)
      toast({ text: wordsOf(problem), kind: 'wrong' })
    }
  }
  const mails = preferences.sends_mail
  return (
    <section class="settings-section">
      <h2>{said.notifications}</h2>
      <div class="settings-scroll">
        <table class="settings-table">
          <thead>
            <tr>
              <th scope="col">{said.what}</th>
              <th scope="col">{said.inbox}</th>
              {mails && <th scope="col">{said.mail}</th>}
            </tr>
          </thead>
          <tbody>
            {notificationKindWords.map((kind) => (
              <Kind key={kind} kind={kind} way={preferences.notifications[kind]} mails={mails} save={save} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The first preferences that are set say where the person lives, too: nobody chose what they said until then. */
const zoneToo = ({ version }: Preferences) => (version === 0 ? { time_zone: browserZone } : {})

interface KindProps {
  kind: NotificationKind
  way: NotificationWay
  mails: boolean
  save: (kind: NotificationKind, way: Partial<NotificationWay>) => Promise<void>
}

const Kind = ({ kind, way, mails, save }: KindProps) => (
  <tr>
    <th scope="row">{kindNames[kind]}</th>
    <td>
      <input
        type="checkbox"
        aria-label={`${kindNames[kind]}: ${said.inbox}`}
        checked={way.page}
        onChange={(event) => void save(kind, { page: event.currentTarget.checked })}
      />
    </td>
    {mails && (
      <td>
        <select
          class="input"
          aria-label={`${kindNames[kind]}: ${said.mail}`}
          value={way.mail}
          onChange={(event) => void save(kind, { mail: event.currentTarget.value as NotificationMail })}
        >
          {notificationMailWords.map((word) => (
            <option key={word} value={word}>
              {mailNames[word]}
            </option>
          ))}
        </select>
      </td>
    )}
  </tr>
)
