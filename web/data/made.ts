/** Format of temporary ids, which no text of a user matches by chance. */
const form = /^new-[0-9a-f]{32}$/

export const isMade = (id: string): boolean => form.test(id)

export function madeId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  return `new-${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
