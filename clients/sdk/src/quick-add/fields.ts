import type { Priority } from '../generated/schemas.ts'
import type { TokenKind } from './marks.ts'
import type { Token } from './parse.ts'

/** Task fields that a quick-add line sets. */
export interface QuickAddFields {
  priority?: Priority
  assignee?: string
  project_id?: string
  due_date?: string
  tags?: string[]
}

/** Converts tokens to the task fields of the API. */
export function toTaskFields(tokens: readonly Token[]): QuickAddFields {
  const value = (kind: TokenKind) => tokens.find((token) => token.kind === kind)?.value
  const tags = [...new Set(tokens.filter(({ kind }) => kind === 'tag').map((token) => token.value))]
  const [priority, assignee, project, due] = (['priority', 'assignee', 'project', 'due'] as const).map(value)
  return {
    ...(priority && { priority: priority as Priority }),
    ...(assignee && { assignee }),
    ...(project && { project_id: project }),
    ...(due && { due_date: due }),
    ...(tags.length > 0 && { tags }),
  }
}
