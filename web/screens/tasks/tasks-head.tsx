import { useRef } from 'preact/hooks'
import { here } from '../../address.ts'
import { text } from '../../messages/tasks.ts'
import { ask, askAsSaved, asked, askFilter } from '../../parts/asked.ts'
import { FilterBar, openFilters } from '../../parts/filter-bar.tsx'
import { TopBar } from '../../parts/top-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useCommands } from '../../commands/commands.ts'
import { withLate } from '../../ui/late.ts'
import { titleOf } from './place.tsx'
import './tasks-head.css'

const importMenus = () => import('./menus.ts')

/** Top bar of list and board: title, search, filters, display options and layout switch. */
export function TasksHead() {
  const { question: query } = asked.value
  useCommands([
    {
      id: 'tasks.filter',
      title: text.addFilter,
      section: text.sectionTasks,
      keys: 'f',
      run: () => openFilters(document.querySelector('#tasks-filter')!),
    },
    {
      id: 'tasks.layout',
      title: text.toggleLayout,
      section: text.sectionTasks,
      keys: 'v',
      run: () => ask({ layout: query.layout === 'board' ? 'list' : 'board' }),
    },
  ])
  return (
    <>
      <TopBar {...titleOf()}>
        <Tools />
      </TopBar>
      <Filters />
    </>
  )
}

/** Active filters, with buttons to save or discard unsaved changes of a view. */
function Filters() {
  const { question: query, changed: isModified, view: savedView } = asked.value
  const filterNames = Object.keys(query.filters).filter((name) => !name.startsWith('search'))
  if (filterNames.length === 0 && !isModified) return null
  return (
    <div class="tasks-head-filters">
      <FilterBar />
      {isModified && (
        <span class="tasks-head-changed">
          <Button kind="quiet" small onClick={askAsSaved}>
            {text.resetView}
          </Button>
          {savedView?.can_edit && (
            <Button
              small
              onClick={() => void withLate(importMenus, ({ saveChanges }) => saveChanges(savedView))}
            >
              {text.saveChanges}
            </Button>
          )}
        </span>
      )}
    </div>
  )
}

function Tools() {
  return (
    <>
      <SearchField />
      <Button
        id="tasks-filter"
        kind="quiet"
        small
        icon="filter"
        title={text.addFilter}
        keys="f"
        onClick={(event) => openFilters(event.currentTarget)}
      >
        <span class="tasks-head-word">{text.filter}</span>
      </Button>
      <Button
        class="tasks-head-display"
        kind="quiet"
        small
        icon="settings"
        title={text.display}
        onClick={({ currentTarget }) =>
          void withLate(importMenus, ({ openDisplay }) => openDisplay(currentTarget))
        }
      >
        <span class="tasks-head-word">{text.display}</span>
      </Button>
      <LayoutSwitch />
      <Button
        kind="quiet"
        small
        icon="more"
        title={text.more}
        onClick={({ currentTarget }) => void withLate(importMenus, ({ openMore }) => openMore(currentTarget))}
      />
    </>
  )
}

const layouts = ['list', 'board'] as const

const LayoutSwitch = () => (
  <span class="tasks-head-layout" role="group" aria-label={text.layout}>
    {layouts.map((layout) => (
      <Button
        key={layout}
        kind="quiet"
        small
        icon={layout}
        pressed={asked.value.question.layout === layout}
        title={text[layout]}
        keys="v"
        onClick={() => ask({ layout })}
      />
    ))}
  </span>
)

/** Search field of the list. Updates the search filter after a pause in typing. */
function SearchField() {
  const { filters } = asked.value.question
  const timer = useRef(0)
  const setSearch = (value: string) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => askFilter('search', value.trim() ? [value.trim()] : []), 250)
  }
  return (
    <label class="tasks-head-find" key={here.value.path}>
      <Icon name="search" size={14} />
      <input
        type="search"
        aria-label={text.find}
        placeholder={text.find}
        value={filters.search?.[0] ?? ''}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
    </label>
  )
}
