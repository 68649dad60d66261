import { render, type VNode } from 'preact'

/**
 * Shows something that floats, asked for by a key or a row rather than by a component that could hold it. Inside a dialog
 * it is put into that dialog, since everything outside of it is inert.
 */
export function openLayer(draw: (close: () => void) => VNode, near?: unknown): () => void {
  const home = (near instanceof Element && near.closest('dialog')) || document.body
  const host = document.createElement('div')
  host.className = 'layer'
  home.append(host)
  const close = () => {
    render(null, host)
    host.remove()
  }
  render(draw(close), host)
  return close
}
