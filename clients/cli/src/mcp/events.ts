/** The data of each message of a body of text/event-stream, as it comes. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  let data: string[] = []
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (text + decoder.decode(part, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    text = lines.pop()!
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
      if (line !== '') continue
      if (data.length > 0) yield data.join('\n')
      data = []
    }
  }
}
