import type { Me } from '@svc/sdk'
import { setData } from '../data/current.ts'

/** Opens the data of an organization; returns what closes it. */
export function openOrg(org: string, me: Me): () => void {
  void org
  void me
  return () => setData(undefined)
}
