import { Icon, type IconName } from './icon.tsx'
import { getHueClass } from './avatar.tsx'
import { toCssColor } from './color-names.ts'

interface MarkedProject {
  project_id: string
  color?: string | null | undefined
  icon?: IconName | null | undefined
}

/** Square in the color of a project, or its icon in that color. A project without a color has some hue, always the same. */
export function ProjectMark({ project_id, color, icon }: MarkedProject) {
  const css = toCssColor(color)
  const hue = css ? '' : getHueClass(project_id)
  if (!icon) return <span class={`sidebar-dot ${hue}`} style={css && { background: css }} />
  return (
    <span class="project-icon" style={css && { color: css }}>
      <Icon name={icon} />
    </span>
  )
}
