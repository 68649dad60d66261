// Follows an organization's events:  SVC=… TOKEN=… ORG=… node follow-events.mjs
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
const { SVC, TOKEN, ORG, CURSOR_FILE: at = 'events.cursor' } = process.env
const known = () => {
  try {
    return { 'last-event-id': readFileSync(at, 'utf8') }
  } catch {
    return {}
  }
}

async function follow() {
  const headers = { authorization: `Bearer ${TOKEN}`, accept: 'text/event-stream', ...known() }
  const reply = await fetch(`${SVC}/v1/events?org_id=${ORG}`, { headers })
  if (reply.status === 410) return rmSync(at) // Too long away: read anew what you keep.
  if (!reply.ok) throw new Error(await reply.text())
  let text = ''
  for await (const part of reply.body.pipeThrough(new TextDecoderStream())) {
    const messages = (text += part).split('\n\n')
    text = messages.pop()
    for (const message of messages) {
      const { id, event, data } = Object.fromEntries(message.split('\n').map((line) => line.split(/: (.*)/s)))
      if (data && event !== 'checkpoint' && event !== 'end') console.log(data) // Do your work here.
      if (id) writeFileSync(`${at}.new`, id)
      if (id) renameSync(`${at}.new`, at) // Killed at any time, it has one place or the other.
    }
  }
}
for (; ; await new Promise((go) => setTimeout(go, 1000)))
  await follow().catch((error) => console.error(error.message))
