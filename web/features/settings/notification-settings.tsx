import type { NotificationKind, NotificationMail, NotificationWay, Preferences } from '@svc/sdk'
import { notificationKindValues, notificationMailValues } from '@svc/sdk/enums'
import { createApiClient } from '../../api/client.ts'
import { notificationNames, mailFrequencyNames, settingsTexts as messages } from '../../messages/settings.ts'
import { browserTimeZone } from '../../components/util/intl.ts'
import { showErrorToast } from '../../components/util/load-chunk.ts'
import type { PreferencesSettingProps } from './time-zone-setting.tsx'

/** Notification settings by kind, saved on change. The email column is hidden if the server sends no email. */
export function NotificationSettings({ preferences, onChange }: PreferencesSettingProps) {
  const save = async (kind: NotificationKind, channels: Partial<NotificationWay>) => {
    const previous = preferences
    onChange({
      ...previous,
      notifications: { ...previous.notifications, [kind]: { ...previous.notifications[kind], ...channels } },
    })
    try {
      const update = { ...getInitialZone(previous), notifications: { [kind]: channels } }
      onChange(await createApiClient().preferences.update(update))
    } catch (problem) {
      onChange(previous)
      showErrorToast(problem)
    }
  }
  const hasEmail = preferences.sends_mail
  return (
    <section class="settings-section">
      <h2>{messages.notifications}</h2>
      <div class="settings-scroll">
        <table class="settings-table">
          <thead>
            <tr>
              <th scope="col">{messages.what}</th>
              <th scope="col">{messages.inbox}</th>
              {hasEmail && <th scope="col">{messages.mail}</th>}
            </tr>
          </thead>
          <tbody>
            {notificationKindValues.map((kind) => (
              <KindRow key={kind} {...{ kind, hasEmail, save }} channels={preferences.notifications[kind]} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Returns the browser's time zone for the first save: until then the server only has a default. */
const getInitialZone = ({ version }: Preferences) => (version === 0 ? { time_zone: browserTimeZone } : {})

interface KindProps {
  kind: NotificationKind
  channels: NotificationWay
  hasEmail: boolean
  save: (kind: NotificationKind, channels: Partial<NotificationWay>) => Promise<void>
}

const KindRow = ({ kind, channels, hasEmail, save }: KindProps) => (
  <tr>
    <th scope="row">{notificationNames[kind]}</th>
    <td>
      <input
        type="checkbox"
        aria-label={`${notificationNames[kind]}: ${messages.inbox}`}
        checked={channels.page}
        onChange={(event) => void save(kind, { page: event.currentTarget.checked })}
      />
    </td>
    {hasEmail && (
      <td>
        <select
          class="input"
          aria-label={`${notificationNames[kind]}: ${messages.mail}`}
          value={channels.mail}
          onChange={(event) => void save(kind, { mail: event.currentTarget.value as NotificationMail })}
        >
          {notificationMailValues.map((option) => (
            <option key={option} value={option}>
              {mailFrequencyNames[option]}
            </option>
          ))}
        </select>
      </td>
    )}
  </tr>
)
