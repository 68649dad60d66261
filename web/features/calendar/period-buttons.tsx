import { layoutTexts } from '../../messages/layouts.ts'
import { Button } from '../../components/button.tsx'
import type { Scale } from '../views/view-query.ts'
import { updateViewQuery } from '../views/view-state.ts'
import './period-buttons.css'

interface StepsProps {
  earlier: string
  later: string
  onStep: (by: number) => void
  onToday: () => void
}

export const PeriodSteps = ({ earlier, later, onStep, onToday }: StepsProps) => (
  <>
    <Button kind="quiet" small icon="chevron-left" title={earlier} onClick={() => onStep(-1)} />
    <Button small onClick={onToday}>
      {layoutTexts.today}
    </Button>
    <Button kind="quiet" small icon="chevron-right" title={later} onClick={() => onStep(1)} />
  </>
)

interface ScaleProps<S extends Scale> {
  label: string
  scales: readonly S[]
  names: Readonly<Record<S, string>>
  scale: S
  /** Scale of the layout where none is chosen. */
  standard: S
}

export const ScaleChoice = <S extends Scale>({ label, scales, names, scale, standard }: ScaleProps<S>) => (
  <span class="period-scales" role="group" aria-label={label}>
    {scales.map((one) => (
      <Button
        key={one}
        kind="quiet"
        small
        pressed={scale === one}
        onClick={() => updateViewQuery({ scale: one === standard ? null : one })}
      >
        {names[one]}
      </Button>
    ))}
  </span>
)
