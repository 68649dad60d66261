import { Icon } from './icon.tsx'

/** Opens the menu of the row or link that it belongs to. Keyboards have the menu key instead. */
export const MoreButton = ({ class: name, title }: { class: string; title: string }) => (
  <button
    type="button"
    class={`button button-quiet button-small button-bare ${name}`}
    tabIndex={-1}
    title={title}
    aria-label={title}
    data-more
  >
    <Icon name="more" size={14} />
  </button>
)
