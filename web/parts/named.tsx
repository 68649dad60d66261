import { useEffect } from 'preact/hooks'
import { data } from '../data/current.ts'
import type { Kind, Rows } from '../data/rows.ts'

/** Name of a row; its id until the row is loaded. */
export function Named<K extends Kind>({ kind, id }: { kind: K; id: string }) {
  const row = data().row(kind, id).value
  useEffect(() => {
    if (row === undefined)
      void data()
        .read(kind, id)
        .catch(() => undefined)
  }, [kind, id])
  return <bdi>{row ? getRowName(row) : id}</bdi>
}

const getRowName = (row: Rows[Kind]): string =>
  ('name' in row ? row.name : 'title' in row ? row.title : 'username' in row ? row.username : null) ?? ''
