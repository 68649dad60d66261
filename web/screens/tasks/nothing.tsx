import { commands } from '../../commands/commands.ts'
import { text } from '../../messages/tasks.ts'
import { ask, asked } from '../../parts/asked.ts'
import { Empty } from '../../ui/empty.tsx'

/** A list without tasks: the filters let nothing through, or there are none yet. */
export function Nothing() {
  const filtered = Object.keys(asked.value.question.filters).length > 0
  if (filtered)
    return (
      <Empty
        text={text.emptyFiltered}
        action={{ label: text.emptyFilteredAction, run: () => ask({ filters: {} }) }}
      />
    )
  const create = commands.value.find(({ keys }) => keys === 'c')
  return <Empty text={text.empty} {...(create && { action: { label: text.emptyAction, run: create.run } })} />
}
