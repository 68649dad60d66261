import { computed, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { focusedRegion, type Region } from '../ui/focus.ts'

/** Something a person can do here: found in the palette, listed in the help, and done by its keys. */
export interface Command {
  id: string
  title: string
  /** Under which heading the help and the palette show it. */
  section: string
  /** `c`, `Mod+k`, `g m`, `Alt+ArrowUp`; several ways with ` or ` between them. Single keys never act inside text fields. */
  keys?: string
  /** Whether it can be done now; left out: always while it is registered. */
  when?: () => boolean
  /** Not in the palette: moving about in a list is done by its keys or not at all. */
  unlisted?: boolean
  run(): void
}

interface Group {
  list: readonly Command[]
  region: Region | undefined
}

const groups = signal<readonly Group[]>([])

/** What can be done now, the latest registered first. */
export const commands = computed<readonly Command[]>(() =>
  groups.value.toReversed().flatMap((group) => group.list.map((command) => latest(group, command))),
)

/** The command by its group, so that what runs is the closure of the last drawing and not that of the first. */
function latest(group: Group, { id, ...command }: Command): Command {
  const now = () => group.list.find((one) => one.id === id)
  const isHere = () => group.region === undefined || focusedRegion() === group.region
  return { ...command, id, when: () => isHere() && (now()?.when?.() ?? true), run: () => now()?.run() }
}

const shape = (list: readonly Command[]) => list.map(({ id, title, keys }) => `${id} ${title} ${keys}`).join()

/**
 * Registers commands while the component is mounted. They override those of its ancestors. Commands of a region run only
 * while it has the focus.
 */
export function useCommands(list: readonly Command[], region?: Region): void {
  const group = useRef<Group>({ list, region }).current
  group.list = list
  useEffect(() => {
    groups.value = [...groups.value, group]
    return () => {
      groups.value = groups.value.filter((one) => one !== group)
    }
  }, [])
  useEffect(() => {
    if (groups.value.includes(group)) groups.value = [...groups.value]
  }, [shape(list)])
}
