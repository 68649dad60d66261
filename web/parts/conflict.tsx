import type { ComponentChildren } from 'preact'
import { addressWith } from '../address.ts'
import { data } from '../data/current.ts'
import type { Conflict } from '../data/data.ts'
import { conflict as messages, fieldNames } from '../messages/task.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Value } from './value.tsx'
import './conflict.css'

/** Attributes that are texts, which are laid side by side. */
const texts = ['title', 'description', 'content', 'comment']

const nameOf = (field: string): string => fieldNames[field] ?? field

/** Two versions of a text side by side, or one below the other where there is no room. */
export function Compare({ mine, theirs }: { mine: string; theirs: string }) {
  return (
    <div class="conflict-texts">
      <Side label={messages.yours}>{mine}</Side>
      <Side label={messages.theirs}>{theirs}</Side>
    </div>
  )
}

function Side({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <figure class="conflict-text">
      <figcaption>{label}</figcaption>
      <div dir="auto">{children || <span class="value-empty">{messages.empty}</span>}</div>
    </figure>
  )
}

/** What somebody else did to what the person is changing, and the two ways out of it. */
export function MeetBar(props: {
  title: ComponentChildren
  children: ComponentChildren
  keepMine: () => void
  takeTheirs: () => void
  keep?: string
  take?: string
}) {
  return (
    <div class="conflict" role="alert">
      <p class="conflict-title">
        <Icon name="warning" /> <span>{props.title}</span>
      </p>
      {props.children}
      <div class="conflict-actions">
        <Button kind="main" small onClick={props.keepMine}>
          {props.keep ?? messages.keepMine}
        </Button>
        <Button small onClick={props.takeTheirs}>
          {props.take ?? messages.takeTheirs}
        </Button>
      </div>
    </div>
  )
}

/** What the two ways are called where it is not about one value or the other. */
const wordsFor = {
  deleting: { keep: messages.deleteIt, take: messages.keepIt },
  old: { keep: messages.sendAgain, take: messages.leaveIt },
}

function titleOf({ why, by }: Conflict, what: string): string {
  if (why === 'old') return messages.old
  const who = by ?? messages.somebody
  return why === 'deleting' ? messages.deleting(who) : messages.by(who, what)
}

/** A change that met another one of the same attributes: who changed them, both values, and the person's choice. */
export function ConflictBar({ conflict }: { conflict: Conflict }) {
  const what = conflict.fields.map(({ name }) => nameOf(name)).join(', ')
  const title = (
    <>
      {titleOf(conflict, what)}
      {conflict.at && ' · '}
      {conflict.at && <Ago at={conflict.at} />}
      <span class="conflict-said" dir="auto">
        {conflict.said}
      </span>
    </>
  )
  return (
    <MeetBar
      title={title}
      keepMine={conflict.keepMine}
      takeTheirs={conflict.takeTheirs}
      {...(conflict.why !== 'changed' && wordsFor[conflict.why])}
    >
      {conflict.fields.map(({ name, mine, theirs }) =>
        texts.includes(name) ? (
          <Compare key={name} mine={String(mine ?? '')} theirs={String(theirs ?? '')} />
        ) : (
          <dl class="conflict-values" key={name}>
            <dt>{messages.yours}</dt>
            <dd>
              <Value field={name} value={mine} />
            </dd>
            <dt>{messages.theirs}</dt>
            <dd>
              <Value field={name} value={theirs} />
            </dd>
          </dl>
        ),
      )}
    </MeetBar>
  )
}

/** The conflicts about one row, where that row is open. */
export function ConflictsOf({ id }: { id: string }) {
  const found = data().conflicts.value.filter(
    ({ about }) => about !== undefined && data().idNow(about.id) === id,
  )
  return (
    <>
      {found.map((conflict) => (
        <ConflictBar key={conflict.key} conflict={conflict} />
      ))}
    </>
  )
}

/** The conflicts about what is not open, for the frame: tasks lead to their panel, others are settled here. */
export function Conflicts({ open }: { open: string | null }) {
  const found = data().conflicts.value.filter(({ about }) => about === undefined || about.id !== open)
  if (found.length === 0) return null
  return (
    <div class="conflicts">
      {found.map((conflict) =>
        conflict.about?.kind === 'tasks' && conflict.why === 'changed' ? (
          <p class="conflict conflict-title" role="alert" key={conflict.key}>
            <Icon name="warning" />
            <span dir="auto">{messages.by(conflict.by ?? messages.somebody, conflict.said)}</span>
            <a href={addressWith({ task: conflict.about.id })}>{messages.open}</a>
          </p>
        ) : (
          <ConflictBar key={conflict.key} conflict={conflict} />
        ),
      )}
    </div>
  )
}
