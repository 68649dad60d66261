import { useRef, useState } from 'preact/hooks'
import { importTexts as messages } from '../../../messages/imports.ts'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'

interface FileDropProps {
  file: File | undefined
  onChoose: (file: File) => void
}

/** Takes one file, by a button or by dropping it. */
export function FileDrop({ file, onChoose }: FileDropProps) {
  const { isOver, handlers } = useDrop(onChoose)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div class={isOver ? 'import-drop import-drop-over' : 'import-drop'} {...handlers}>
      <input
        ref={input}
        type="file"
        class="hidden-text"
        tabIndex={-1}
        aria-label={messages.file}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) onChoose(chosen)
          currentTarget.value = ''
        }}
      />
      {file && (
        <p class="settings-row" role="status">
          <Icon name="file" /> <bdi>{file.name}</bdi>
        </p>
      )}
      <div class="settings-row">
        <Button icon="upload" onClick={() => input.current?.click()}>
          {file ? messages.otherFile : messages.choose}
        </Button>
        <span class="settings-hint">{messages.drop}</span>
      </div>
    </div>
  )
}

function useDrop(onChoose: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    const [dropped] = event.dataTransfer?.files ?? []
    if (!dropped) return
    event.preventDefault()
    onChoose(dropped)
  }
  const handlers = { onDragEnter: onDrag, onDragOver: onDrag, onDragLeave: () => setOver(false), onDrop }
  return { isOver, handlers }
}
