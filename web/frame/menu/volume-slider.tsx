import { useSignals } from '@preact/signals-react/runtime'
import { volumeStep } from '../../app/appearance-model'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Slider } from '../../ui/field/slider'

export function VolumeSlider({ autoFocus }: { autoFocus?: boolean }) {
  useSignals()
  const t = useTexts().frame
  const { appearance } = useApp()
  const volume = appearance.volume.value
  const percent = `${Math.round(volume * 100)}%`
  return (
    <div className="volume-slider row gap-3">
      <Slider
        label={t.volume}
        valueText={percent}
        min={0}
        max={1}
        step={volumeStep}
        value={volume}
        data-autofocus={autoFocus || undefined}
        onValueChange={(next) => appearance.setVolume(next)}
      />
      <output>{percent}</output>
    </div>
  )
}
