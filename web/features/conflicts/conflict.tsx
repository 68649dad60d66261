import type { ComponentChildren } from 'preact'
import { buildUrlWithQuery } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import type { Conflict } from '../../store/types.ts'
import { conflictTexts as messages, fieldNames } from '../../messages/task.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { getLabel } from '../fields/fields.ts'
import { FieldValue } from '../tasks/field-value.tsx'
import './conflict.css'
import { formatList } from '../../components/util/intl.ts'

const textFields = ['title', 'description', 'content', 'comment']

const getFieldName = (field: string): string => getLabel(field, fieldNames)

export function TextComparison({ mine, theirs }: { mine: string; theirs: string }) {
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

export function ConflictPrompt(props: {
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

/** Button labels of conflicts that are not between two values. */
const buttonLabels = {
  deleting: { keep: messages.deleteIt, take: messages.keepIt },
  old: { keep: messages.sendAgain, take: messages.leaveIt },
}

function getTitle({ reason, by }: Conflict, fields: string): string {
  if (reason === 'old') return messages.old
  const user = by ?? messages.someone
  return reason === 'deleting' ? messages.deleting(user) : messages.by(user, fields)
}

function ConflictBar({ conflict }: { conflict: Conflict }) {
  const { status, fields } = joinSectionAndStatus(conflict)
  const names = fields.map(({ name }) =>
    name === 'section_id' && status ? messages.sectionAndStatus : getFieldName(name),
  )
  const title = (
    <>
      {getTitle(conflict, formatList(names))}
      {conflict.at && ' · '}
      {conflict.at && <RelativeTime at={conflict.at} />}
      <span class="conflict-change" dir="auto">
        {conflict.label}
      </span>
    </>
  )
  return (
    <ConflictPrompt
      title={title}
      keepMine={conflict.keepMine}
      takeTheirs={conflict.takeTheirs}
      {...(conflict.reason !== 'changed' && buttonLabels[conflict.reason])}
    >
      {fields.map((field) => (
        <ConflictValues key={field.name} field={field} status={field.name === 'section_id' ? status : undefined} />
      ))}
    </ConflictPrompt>
  )
}

type ConflictField = Conflict['fields'][number]

/** Separates the status from the section of a task, since they follow each other and are one choice. */
function joinSectionAndStatus({ fields }: Conflict): { fields: ConflictField[]; status: ConflictField | undefined } {
  const hasSection = fields.some(({ name }) => name === 'section_id')
  const status = hasSection ? fields.find(({ name }) => name === 'status') : undefined
  return { status, fields: fields.filter((field) => field !== status) }
}

function ConflictValues({ field, status }: { field: ConflictField; status: ConflictField | undefined }) {
  const { name, mine, theirs } = field
  if (textFields.includes(name)) return <TextComparison mine={String(mine ?? '')} theirs={String(theirs ?? '')} />
  return (
    <dl class="conflict-values">
      <dt>{messages.yours}</dt>
      <dd>
        <FieldValue field={name} value={mine} />
        {status && <FieldValue field="status" value={status.mine} />}
      </dd>
      <dt>{messages.theirs}</dt>
      <dd>
        <FieldValue field={name} value={theirs} />
        {status && <FieldValue field="status" value={status.theirs} />}
      </dd>
    </dl>
  )
}

export function RowConflicts({ id }: { id: string }) {
  const conflicts = getStore().conflicts.value.filter(
    ({ row }) => row !== undefined && getStore().resolveId(row.id) === id,
  )
  return (
    <>
      {conflicts.map((conflict) => (
        <ConflictBar key={conflict.key} conflict={conflict} />
      ))}
    </>
  )
}

/** Conflicts of rows that are not open. Those of tasks link to the task; others are resolved here. */
export function OtherConflicts({ open }: { open: string | null }) {
  const conflicts = getStore().conflicts.value.filter(({ row: about }) => about === undefined || about.id !== open)
  if (conflicts.length === 0) return null
  return (
    <div class="conflicts">
      {conflicts.map((conflict) =>
        conflict.row?.kind === 'tasks' && conflict.reason === 'changed' ? (
          <p class="conflict conflict-title" role="alert" key={conflict.key}>
            <Icon name="warning" />
            <span dir="auto">{messages.by(conflict.by ?? messages.someone, conflict.label)}</span>
            <a href={buildUrlWithQuery({ task: conflict.row.id })}>{messages.open}</a>
          </p>
        ) : (
          <ConflictBar key={conflict.key} conflict={conflict} />
        ),
      )}
    </div>
  )
}
