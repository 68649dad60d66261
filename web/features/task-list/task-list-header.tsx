import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { currentLocation } from '../../location.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { listTexts } from '../../messages/tasks.ts'
import { resetToSavedView, setFilter, showLayout, viewState } from '../views/view-state.ts'
import { layouts } from '../views/view-query.ts'
import type * as FilterModule from '../views/filter-bar.tsx'
import { TopBar } from '../../components/top-bar.tsx'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { useCommands } from '../../commands/commands.ts'
import { loadOptionalChunk, withChunk } from '../../components/util/load-chunk.ts'
import { getListTitle } from './list-container.tsx'
import './task-list-header.css'

const filterModule = signal<typeof FilterModule | undefined>()

/** Loads the bar of filters, once there are any. */
function useFilterBar(isWanted: boolean): typeof FilterModule | undefined {
  useEffect(() => {
    if (!isWanted || filterModule.peek()) return
    return loadOptionalChunk(
      () => import('../views/filter-bar.tsx'),
      listTexts.noFilterBar,
      (loaded) => (filterModule.value = loaded),
    )
  }, [isWanted])
  return filterModule.value
}

const openFilterMenu = (anchor: Element): void =>
  void withChunk(
    () => import('../views/filter-pickers.tsx'),
    ({ showFilterMenu }) => showFilterMenu(anchor),
  )

const importMenus = () => import('./list-menus.ts')

export function TaskListHeader() {
  useCommands([
    {
      id: 'tasks.filter',
      title: listTexts.addFilter,
      section: listTexts.sectionTasks,
      keys: 'f',
      run: () => openFilterMenu(document.querySelector('#tasks-filter')!),
    },
    {
      id: 'tasks.layout',
      title: layoutTexts.switchLayout,
      section: listTexts.sectionTasks,
      keys: 'v',
      run: () => showLayout(layouts[(layouts.indexOf(viewState.peek().query.layout) + 1) % layouts.length]!),
    },
  ])
  return (
    <>
      <TopBar {...getListTitle()}>
        <Tools />
      </TopBar>
      <Filters />
    </>
  )
}

function Filters() {
  const { query, isModified, savedView, isOwn } = viewState.value
  const isHidden = (name: string) => name.startsWith('search') || (isOwn && name === 'assignee')
  const hasFilters = Object.keys(query.filters).some((name) => !isHidden(name))
  const loaded = useFilterBar(hasFilters)
  if (!hasFilters && !isModified) return null
  return (
    <div class="tasks-head-filters">
      {loaded && <loaded.FilterBar />}
      {isModified && (
        <span class="tasks-head-changed">
          <Button kind="quiet" small onClick={resetToSavedView}>
            {listTexts.resetView}
          </Button>
          {savedView?.can_edit && (
            <Button
              small
              onClick={() => void withChunk(importMenus, ({ saveViewChanges }) => saveViewChanges(savedView))}
            >
              {listTexts.saveChanges}
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
        title={listTexts.addFilter}
        keys="f"
        onClick={(event) => openFilterMenu(event.currentTarget)}
      >
        <span class="tasks-head-word">{listTexts.filter}</span>
      </Button>
      {viewState.value.query.layout !== 'calendar' && <DisplayButton />}
      <LayoutSwitch />
      <Button
        id="tasks-more"
        kind="quiet"
        small
        icon="more"
        title={listTexts.more}
        onClick={({ currentTarget }) =>
          void withChunk(importMenus, ({ openMoreMenu }) => openMoreMenu(currentTarget, getListTitle().title))
        }
      />
    </>
  )
}

const DisplayButton = () => (
  <Button
    class="tasks-head-display"
    kind="quiet"
    small
    icon="settings"
    title={listTexts.display}
    onClick={({ currentTarget }) =>
      void withChunk(importMenus, ({ openDisplayOptions }) => openDisplayOptions(currentTarget))
    }
  >
    <span class="tasks-head-word">{listTexts.display}</span>
  </Button>
)

const LayoutSwitch = () => (
  <span class="tasks-head-layout" role="group" aria-label={layoutTexts.layout}>
    {layouts.map((layout) => (
      <Button
        key={layout}
        kind="quiet"
        small
        icon={layout}
        pressed={viewState.value.query.layout === layout}
        title={layoutTexts[layout]}
        keys="v"
        onClick={() => showLayout(layout)}
      />
    ))}
  </span>
)

function SearchField() {
  const { filters } = viewState.value.query
  const filter = filters.search?.[0] ?? ''
  const [text, setText] = useState(filter)
  const timer = useRef(0)
  const applied = useRef(filter)
  // Follows a filter that was changed elsewhere; its own change must not replace what is being typed.
  useEffect(() => {
    if (filter === applied.current) return
    applied.current = filter
    setText(filter)
  }, [filter])
  const setSearch = (value: string) => {
    setText(value)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      applied.current = value.trim()
      setFilter('search', applied.current ? [applied.current] : [])
    }, 250)
  }
  return (
    <label class="tasks-head-find" key={currentLocation.value.path}>
      <Icon name="search" size={14} />
      <input
        type="search"
        aria-label={listTexts.find}
        placeholder={listTexts.find}
        value={text}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
    </label>
  )
}
