import { useEffect, useState } from 'preact/hooks'
import { createClient } from '../../api/client.ts'
import { settingsTexts as said } from '../../messages/settings.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure, wordsOf } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'

interface Session {
  session_id: string
  current: boolean
  browser: string | null
  address: string | null
  signed_in_at: string
  last_seen_at: string
}

/** The browsers in which the person is signed in; those that they do not know they end. */
export function Sessions() {
  const [rows, setRows] = useState<readonly Session[]>()
  const [problem, setProblem] = useState<unknown>()
  const read = async () => {
    setProblem(undefined)
    try {
      setRows((await createClient().request<{ data: Session[] }>('GET', '/v1/me/sessions')).data)
    } catch (refused) {
      setProblem(refused)
    }
  }
  useEffect(() => void read(), [])
  const end = async (ended: readonly Session[]) => {
    try {
      for (const { session_id } of ended)
        await createClient().request('DELETE', `/v1/me/sessions/${session_id}`, { retries: 2 })
      toast({ text: said.ended })
    } catch (refused) {
      toast({ text: wordsOf(refused), kind: 'wrong' })
    }
    await read()
  }
  if (problem) return <Failure problem={problem} retry={() => void read()} />
  const others = rows?.filter(({ current }) => !current) ?? []
  return (
    <section class="settings-section">
      <h2>{said.sessions}</h2>
      {rows ? <SessionTable rows={rows} end={(one) => void end([one])} /> : <Skeleton rows={3} height={44} />}
      {others.length > 1 && (
        <div class="settings-row">
          <Button onClick={() => void end(others)}>{said.endAll}</Button>
        </div>
      )}
    </section>
  )
}

const SessionTable = ({ rows, end }: { rows: readonly Session[]; end: (row: Session) => void }) => (
  <table class="settings-table">
    <tbody>
      {rows.map((row) => (
        <tr key={row.session_id}>
          <th scope="row">
            {row.browser ?? said.unknownBrowser}
            <span class="settings-small">{row.address}</span>
          </th>
          <td>
            {said.since} <Ago at={row.signed_in_at} />
            <span class="settings-small">
              {said.lastUsed} <Ago at={row.last_seen_at} />
            </span>
          </td>
          <td class="settings-end">
            {row.current ? said.thisSession : <Button onClick={() => end(row)}>{said.end}</Button>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
