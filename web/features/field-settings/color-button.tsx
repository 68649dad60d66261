import { colorLabels, fieldSettingsTexts as messages } from '../../messages/field-settings.ts'
import { ColorDot } from '../../components/color-dot.tsx'
import { colorNames } from '../../components/color-names.ts'
import { Picker } from '../../components/picker.tsx'
import { openLayer } from '../../components/util/open-layer.ts'

interface Props {
  color: string | null
  label: string
  onPick: (color: string | null) => void
}

const NONE = ' none'

export function ColorButton({ color, label, onPick }: Props) {
  const open = (anchor: Element) =>
    openLayer(
      (close) => (
        <Picker
          anchor={anchor}
          label={label}
          options={[
            ...colorNames.map((name) => ({
              id: name as string,
              label: colorLabels[name],
              icon: <ColorDot color={name} size={12} />,
            })),
            { id: NONE, label: messages.noColor, icon: <ColorDot color={null} size={12} /> },
          ]}
          selected={[color ?? NONE]}
          onPick={(id) => onPick(id === NONE ? null : id)}
          onClose={close}
        />
      ),
      anchor,
    )
  return (
    <button
      type="button"
      class="fields-color"
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={(event) => open(event.currentTarget)}
    >
      <ColorDot color={color} size={12} />
    </button>
  )
}
