import type { ComponentChildren } from 'preact'
import { installationTexts as messages } from '../../../messages/installation.ts'
import { Icon } from '../../../components/icon.tsx'

export interface Fact {
  label: string
  value: ComponentChildren
  /** Shown in words beside the value. */
  status?: 'ok' | 'warning'
}

/** Group of facts with a heading. */
export const FactGroup = ({
  title,
  facts,
  children,
}: {
  title: string
  facts: readonly (Fact | false)[]
  children?: ComponentChildren
}) => (
  <section class="settings-section">
    <h2>{title}</h2>
    <dl class="settings-list">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label} class="settings-item">
              <dt class="installation-label">{fact.label}</dt>
              <dd class="settings-item-main">
                <span class="installation-value">{fact.value}</span>
                {fact.status && <FactStatus status={fact.status} />}
              </dd>
            </div>
          ),
      )}
    </dl>
    {children}
  </section>
)

const FactStatus = ({ status }: { status: 'ok' | 'warning' }) => (
  <span class={`settings-health ${status === 'ok' ? 'settings-good' : 'settings-bad'}`}>
    <Icon name={status === 'ok' ? 'check-circle' : 'warning'} size={14} />
    {status === 'ok' ? messages.ok : messages.warning}
  </span>
)
