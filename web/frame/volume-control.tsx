import { useSignals } from '@preact/signals-react/runtime'
import { Volume1, Volume2, VolumeX } from '../ui/icons'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Slider } from '../ui/field/slider'
import { volumeStep } from '../app/appearance-model'
import { FramePopover } from './frame-popover'

export function VolumeControl() {
  useSignals()
  const t = useTexts().frame
  const { appearance } = useApp()
  const volume = appearance.volume.value
  const icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  return (
    <FramePopover icon={icon} label={t.volume} className="top-bar-volume" width={240}>
      {() => <VolumeSlider autoFocus />}
    </FramePopover>
  )
}

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
