import { useEffect } from 'preact/hooks'
import { data } from '../data/current.ts'
import type { Kind, Rows } from '../data/rows.ts'

/** A row by its name; its id as long as nobody knows more. */
export function Named<K extends Kind>({ kind, id }: { kind: K; id: string }) {
  const row = data().row(kind, id).value
  useEffect(() => {
    if (row === undefined)
      void data()
        .read(kind, id)
        .catch(() => undefined)
  }, [kind, id])
  return <bdi>{row ? nameOf(row) : id}</bdi>
}

const nameOf = (row: Rows[Kind]): string =>
  ('name' in row ? row.name : 'title' in row ? row.title : 'username' in row ? row.username : null) ?? ''
