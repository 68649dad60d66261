import { computed, signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { IconName } from '../components/icon.tsx'
import { getFocusedRegion, type Region } from '../components/util/focus.ts'

export interface Command {
  id: string
  title: string
  section: string
  /** `c`, `Mod+k`, `g m`, `Alt+ArrowUp`; several ways with ` or ` between them. Single keys never act inside text fields. */
  keys?: string
  when?: () => boolean
  /** Hides it from the palette; for list navigation, which only makes sense by key. */
  unlisted?: boolean
  /** Icon in the menu of a row or of the open task, which lists only commands that have one. */
  menu?: IconName | undefined
  /** Set by `useCommands`. */
  region?: Region | undefined
  run(): void
}

interface CommandGroup {
  list: readonly Command[]
  region: Region | undefined
}

const commandGroups = signal<readonly CommandGroup[]>([])

/** Registered commands, the latest first. */
export const commands = computed<readonly Command[]>(() =>
  commandGroups.value.toReversed().flatMap((group) => group.list.map((command) => bindToLatest(group, command))),
)

/** Wraps a command so that the closures of the last render run, not those of the first. */
function bindToLatest(group: CommandGroup, { id, ...command }: Command): Command {
  const now = () => group.list.find((one) => one.id === id)
  const isHere = () => group.region === undefined || getFocusedRegion() === group.region
  return {
    ...command,
    id,
    region: group.region,
    when: () => isHere() && (now()?.when?.() ?? true),
    run: () => now()?.run(),
  }
}

const getSignature = (list: readonly Command[]) => list.map(({ id, title, keys }) => `${id} ${title} ${keys}`).join()

/** Registers commands while mounted. They override those of ancestors; those of a region require its focus. */
export function useCommands(list: readonly Command[], region?: Region): void {
  const group = useRef<CommandGroup>({ list, region }).current
  group.list = list
  // Before the first paint, so that no key pressed on a page that is visible is lost.
  useLayoutEffect(() => {
    commandGroups.value = [...commandGroups.value, group]
    return () => {
      commandGroups.value = commandGroups.value.filter((one) => one !== group)
    }
  }, [])
  useLayoutEffect(() => {
    if (commandGroups.value.includes(group)) commandGroups.value = [...commandGroups.value]
  }, [getSignature(list)])
}
