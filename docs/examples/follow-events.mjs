// Follows an organization's events:  SVC=… TOKEN=… ORG=… node follow-events.mjs
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
const { SVC, TOKEN, ORG, CURSOR_FILE: file = 'events.cursor' } = process.env
const readCursor = () => {
  try {
    return { 'last-event-id': readFileSync(file, 'utf8') }
  } catch {
    return {}
  }
}

async function follow() {
  const headers = { authorization: `Bearer ${TOKEN}`, accept: 'text/event-stream', ...readCursor() }
  const response = await fetch(`${SVC}/v1/events?org_id=${ORG}`, { headers })
  if (response.status === 410) return rmSync(file) // Cursor expired: read your data again.
  if (!response.ok) throw new Error(await response.text())
  let text = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const messages = (text += part).split('\n\n')
    text = messages.pop()
    for (const message of messages) {
      const { id, event, data } = Object.fromEntries(message.split('\n').map((line) => line.split(/: (.*)/s)))
      if (data && event !== 'checkpoint' && event !== 'end') console.log(data) // Process the event here.
      if (id) writeFileSync(`${file}.new`, id)
      if (id) renameSync(`${file}.new`, file) // Keeps either cursor if the process is killed.
    }
  }
}
for (; ; await new Promise((resolve) => setTimeout(resolve, 1000)))
  await follow().catch((error) => console.error(error.message))
