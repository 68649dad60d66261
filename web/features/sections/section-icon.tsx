import type { Section } from '@svc/sdk'
import { sectionTexts } from '../../messages/sections.ts'
import { statusNames } from '../../messages/enums.ts'
import { locale } from '../../components/util/intl.ts'
import { toCssColor } from '../../components/color-names.ts'
import { Icon } from '../../components/icon.tsx'
import { StatusIcon } from '../tasks/status-icon.tsx'
import './section-icon.css'

export const SectionIcon = ({ section: { status, color } }: { section: Pick<Section, 'status' | 'color'> }) => (
  <span class="section-icon" title={status ? sectionTexts.means(statusNames[status]) : undefined}>
    {color && <span class="section-icon-color" style={{ background: toCssColor(color) }} />}
    {status ? <StatusIcon value={status} /> : !color && <Icon name="section" />}
  </span>
)

/** Number of tasks; with the limit if there is one, and a sign if it is exceeded. */
export function SectionCount({ count, limit }: { count: number; limit: number | null | undefined }) {
  if (limit == null) return <>{count.toLocaleString(locale)}</>
  if (count <= limit) return <>{sectionTexts.count(count, limit)}</>
  return (
    <span class="section-over" title={sectionTexts.overLimit(count, limit)}>
      <Icon name="warning" size={12} />
      <span aria-hidden="true">{sectionTexts.count(count, limit)}</span>
      <span class="hidden-text">{sectionTexts.overLimit(count, limit)}</span>
    </span>
  )
}
