import { SvcProblem } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'

export interface Account {
  email: string
  name: string | null
  has_password: boolean
  has_totp: boolean
  recovery_codes_left: number
  passkeys: number
  can_connect: boolean
  identities: { identity_id: string; issuer: string; connected_at: string }[]
}

export interface AccountSettingProps {
  account: Account
  onChange: () => void
}

/** Sends a request of the account; `path` is relative to it. */
export const requestAccount = <T = unknown>(method: string, path = '', body?: object): Promise<T> =>
  createApiClient().request<T>(method, `/v1/me/account${path}`, body && { body })

const FRESH = 'urn:svc:problem:fresh-sign-in-required'

export const needsFreshSignIn = (problem: unknown): boolean => problem instanceof SvcProblem && problem.type === FRESH

export interface AccountChange {
  isPending: boolean
  problem: unknown
  /** Runs a change; keeps its problem. Returns whether it succeeded. */
  run(change: () => Promise<unknown>): Promise<boolean>
}

/** Runs one change at a time. */
export function useAccountChange(): AccountChange {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const run = async (change: () => Promise<unknown>) => {
    setPending(true)
    setProblem(undefined)
    try {
      await change()
      return true
    } catch (error) {
      setProblem(error)
      return false
    } finally {
      setPending(false)
    }
  }
  return { isPending, problem, run }
}

interface LoadedAccount {
  account: Account | undefined
  problem: unknown
  load(): void
}

export function useAccount(): LoadedAccount {
  const [account, setAccount] = useState<Account>()
  const [problem, setProblem] = useState<unknown>()
  const load = () => {
    setProblem(undefined)
    void requestAccount<Account>('GET').then(setAccount, setProblem)
  }
  useEffect(load, [])
  return { account, problem, load }
}
