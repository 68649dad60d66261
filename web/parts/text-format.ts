/** Markdown marks by key. */
const marks: Record<string, string> = { b: '**', i: '_' }

/** Adds or removes the mark of a key around the selected text. Returns whether the key has a mark. */
export function format(field: HTMLTextAreaElement, key: string): boolean {
  const mark = marks[key.toLowerCase()]
  if (mark === undefined) return false
  const { selectionStart: from, selectionEnd: to, value } = field
  const [before, after] = [from - mark.length, to + mark.length]
  const hasMark = value.slice(Math.max(0, before), from) === mark && value.slice(to, after) === mark
  const text = value.slice(from, to)
  if (hasMark) field.setSelectionRange(before, after)
  // Unlike setting the value, this keeps the field's own undo.
  document.execCommand('insertText', false, hasMark ? text : mark + text + mark)
  const start = hasMark ? before : from + mark.length
  field.setSelectionRange(start, start + text.length)
  return true
}
