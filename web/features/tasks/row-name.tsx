import { useEffect } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import type { RowKind, RowTypes } from '../../store/rows.ts'

export function RowName<K extends RowKind>({ kind, id }: { kind: K; id: string }) {
  const row = getStore().row(kind, id).value
  useEffect(() => {
    if (row === undefined)
      void getStore()
        .read(kind, id)
        .catch(() => undefined)
  }, [kind, id])
  return <bdi>{row ? getRowName(row) : id}</bdi>
}

const getRowName = (row: RowTypes[RowKind]): string =>
  ('name' in row ? row.name : 'title' in row ? row.title : 'username' in row ? row.username : null) ?? ''
