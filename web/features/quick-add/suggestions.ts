import { priorityValues } from '@svc/sdk/enums'
import { priorityNames } from '../../messages/enums.ts'
import { rankMatches } from '../../components/util/text-search.ts'

export interface SuggestionData {
  people: readonly { username: string }[]
  projects: readonly { project_id: string; name: string }[]
}

export interface QuickAddSuggestion {
  text: string
  label: string
}

export function findWordAt(line: string, cursor: number): { mark: string; typed: string; from: number } | undefined {
  const match = /(?<!\S)([!@#+])([^\s"]*)$/.exec(line.slice(0, cursor))
  return match ? { mark: match[1]!, typed: match[2]!, from: match.index } : undefined
}

export function listSuggestions(
  { mark, typed }: { mark: string; typed: string },
  known: SuggestionData,
  tags: readonly string[],
): QuickAddSuggestion[] {
  const all: QuickAddSuggestion[] =
    mark === '!'
      ? priorityValues.map((word) => ({ text: `!${word}`, label: priorityNames[word] }))
      : mark === '@'
        ? known.people.map(({ username }) => ({ text: `@${username}`, label: username }))
        : mark === '+'
          ? known.projects.map(({ name }) => ({ text: withMark('+', name), label: name }))
          : tags.map((tag) => ({ text: withMark('#', tag), label: tag }))
  return rankMatches(typed.replaceAll('-', ' '), all, ({ label, text }) => `${label} ${text.slice(1)}`).slice(0, 6)
}

const withMark = (mark: string, name: string): string => (/\s/.test(name) ? `${mark}"${name}"` : mark + name)
