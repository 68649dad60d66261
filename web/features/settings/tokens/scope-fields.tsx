import type { Scope } from '@svc/sdk'
import { scopeValues } from '@svc/sdk/enums'
import { scopeHints, scopeResourceNames, tokenTexts as messages } from '../../../messages/tokens.ts'
import { isOrgAdmin } from '../../members/permissions.ts'

const resources = [...new Set(scopeValues.filter((scope) => scope.includes(':')).map((scope) => scope.split(':')[0]!))]

interface ScopeFieldsProps {
  scopes: readonly Scope[]
  onChange: (scopes: Scope[]) => void
}

/** One choice for each resource, with what it lets the token do; writing implies reading. */
export function ScopeFields({ scopes, onChange }: ScopeFieldsProps) {
  const isAdmin = scopes.includes('admin')
  return (
    <fieldset class="token-scopes">
      <legend class="field-label">{messages.scopes}</legend>
      {resources.map((resource) => (
        <ScopeField key={resource} {...{ resource, scopes, onChange }} disabled={isAdmin} />
      ))}
      {isOrgAdmin() && (
        <label class="settings-check">
          <input
            type="checkbox"
            checked={isAdmin}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? ['admin'] : [])}
          />
          {messages.everything}
        </label>
      )}
    </fieldset>
  )
}

function ScopeField({
  resource,
  scopes,
  onChange,
  disabled,
}: ScopeFieldsProps & { resource: string; disabled: boolean }) {
  const [read, write] = [`${resource}:read` as Scope, `${resource}:write` as Scope]
  const chosen = scopes.includes(write) ? write : scopes.includes(read) ? read : ''
  const choose = (scope: string) => {
    const others = scopes.filter((one) => one !== read && one !== write)
    onChange(scope === '' ? others : [...others, scope as Scope])
  }
  const hints = chosen === write ? [scopeHints[read], scopeHints[write]] : chosen ? [scopeHints[read]] : []
  return (
    <div class="token-scope">
      <label for={`scope-${resource}`}>{scopeResourceNames[resource] ?? resource}</label>
      <select
        id={`scope-${resource}`}
        class="input"
        aria-describedby={hints.length > 0 ? `scope-${resource}-hint` : undefined}
        value={chosen}
        disabled={disabled}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{messages.noAccess}</option>
        <option value={read}>{messages.read}</option>
        <option value={write}>{messages.write}</option>
      </select>
      {hints.length > 0 && (
        <p id={`scope-${resource}-hint`} class="field-hint">
          {hints.join('. ')}.
        </p>
      )}
    </div>
  )
}
