import { withChunk } from '../../components/util/load-chunk.ts'
import type { selectAll } from './select-all.ts'

/** Selects all tasks of queries, by code that is loaded on first use. */
export const startSelectAll = (...args: Parameters<typeof selectAll>): void =>
  void withChunk(
    () => import('./select-all.ts'),
    ({ selectAll: select }) => void select(...args),
  )
