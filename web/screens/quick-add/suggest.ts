import { priorityWords } from '@svc/sdk/words'
import { priorityNames } from '../../messages/words.ts'
import { find } from '../../ui/find.ts'

/** Users, projects and values that can be suggested. */
export interface Known {
  people: readonly { username: string }[]
  projects: readonly { project_id: string; name: string }[]
}

export interface Suggestion {
  /** What is written in place of the word. */
  text: string
  label: string
}

/** The word with a mark that ends where the cursor is. */
export function wordAt(
  line: string,
  cursor: number,
): { mark: string; typed: string; from: number } | undefined {
  const found = /(?<!\S)([!@#+])([^\s"]*)$/.exec(line.slice(0, cursor))
  return found ? { mark: found[1]!, typed: found[2]!, from: found.index } : undefined
}

/** What such a word may become. */
export function suggestions(
  { mark, typed }: { mark: string; typed: string },
  known: Known,
  tags: readonly string[],
): Suggestion[] {
  const all: Suggestion[] =
    mark === '!'
      ? priorityWords.map((word) => ({ text: `!${word}`, label: priorityNames[word] }))
      : mark === '@'
        ? known.people.map(({ username }) => ({ text: `@${username}`, label: username }))
        : mark === '+'
          ? known.projects.map(({ name }) => ({ text: named('+', name), label: name }))
          : tags.map((tag) => ({ text: named('#', tag), label: tag }))
  return find(typed.replaceAll('-', ' '), all, ({ label, text }) => `${label} ${text.slice(1)}`).slice(0, 6)
}

/** A name with its mark; with quotes where it has spaces. */
const named = (mark: string, name: string): string => (/\s/.test(name) ? `${mark}"${name}"` : mark + name)
