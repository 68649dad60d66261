/** Markdown marks by key. */
const marks: Record<string, string> = { b: '**', i: '_' }

/** Wraps the selected text in the mark of a key, or unwraps it. Returns whether the key has one. */
export function format(field: HTMLTextAreaElement, key: string): boolean {
  const mark = marks[key.toLowerCase()]
  if (mark === undefined) return false
  const { selectionStart: from, selectionEnd: to, value } = field
  const [before, after] = [from - mark.length, to + mark.length]
  const isMarked = value.slice(Math.max(0, before), from) === mark && value.slice(to, after) === mark
  const text = value.slice(from, to)
  if (isMarked) field.setSelectionRange(before, after)
  // Unlike setting the value, this keeps the field's own undo.
  document.execCommand('insertText', false, isMarked ? text : mark + text + mark)
  const start = isMarked ? before : from + mark.length
  field.setSelectionRange(start, start + text.length)
  return true
}
