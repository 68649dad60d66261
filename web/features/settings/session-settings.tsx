import { useEffect, useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { settingsTexts as messages } from '../../messages/settings.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { showToast } from '../../components/toast.tsx'
import { showErrorToast } from '../../components/util/load-chunk.ts'

interface Session {
  session_id: string
  current: boolean
  browser: string | null
  address: string | null
  signed_in_at: string
  last_seen_at: string
}

export function SessionSettings() {
  const [rows, setRows] = useState<readonly Session[]>()
  const [problem, setProblem] = useState<unknown>()
  const load = async () => {
    setProblem(undefined)
    try {
      setRows((await createApiClient().request<{ data: Session[] }>('GET', '/v1/me/sessions')).data)
    } catch (error) {
      setProblem(error)
    }
  }
  useEffect(() => void load(), [])
  const endSessions = async (sessions: readonly Session[]) => {
    try {
      for (const { session_id } of sessions)
        await createApiClient().request('DELETE', `/v1/me/sessions/${session_id}`, { retries: 2 })
      showToast({ text: messages.ended })
    } catch (error) {
      showErrorToast(error)
    }
    await load()
  }
  if (problem) return <ErrorMessage problem={problem} retry={() => void load()} />
  const otherSessions = rows?.filter(({ current }) => !current) ?? []
  return (
    <section class="settings-section">
      <h2>{messages.sessions}</h2>
      {rows ? <SessionTable rows={rows} onEnd={(row) => void endSessions([row])} /> : <Skeleton rows={3} height={44} />}
      {otherSessions.length > 1 && (
        <div class="settings-row">
          <Button onClick={() => void endSessions(otherSessions)}>{messages.endAll}</Button>
        </div>
      )}
    </section>
  )
}

const SessionTable = ({ rows, onEnd }: { rows: readonly Session[]; onEnd: (row: Session) => void }) => (
  <table class="settings-table">
    <tbody>
      {rows.map((row) => (
        <tr key={row.session_id}>
          <th scope="row">
            {row.browser ?? messages.unknownBrowser}
            <span class="settings-small">{row.address}</span>
          </th>
          <td>
            {messages.since} <RelativeTime at={row.signed_in_at} />
            <span class="settings-small">
              {messages.lastUsed} <RelativeTime at={row.last_seen_at} />
            </span>
          </td>
          <td class="settings-end">
            {row.current ? messages.thisSession : <Button onClick={() => onEnd(row)}>{messages.end}</Button>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
