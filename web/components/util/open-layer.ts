import { render, type VNode } from 'preact'

/** Renders a popover outside of the component tree; inside a modal dialog, since all else is inert. */
export function openLayer(renderContent: (close: () => void) => VNode, near?: unknown): () => void {
  const parent = (near instanceof Element && near.closest('dialog')) || document.body
  const host = document.createElement('div')
  host.className = 'layer'
  parent.append(host)
  const close = () => {
    render(null, host)
    host.remove()
  }
  render(renderContent(close), host)
  return close
}
