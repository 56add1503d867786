import { useSignals } from '@preact/signals-react/runtime'
import { Pause, Play } from '../../ui/icons'
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useFormat, useTexts } from '../../i18n/i18n'
import { type AudioPlayer, type AudioShape, peakCount } from './audio-player'

const neutralPeaks: readonly number[] = Array.from(
  { length: peakCount },
  (_, index) => 0.3 + 0.25 * Math.abs(Math.sin(index * 1.7)),
)
/** A longer recording is not downloaded just to draw it. */
const drawnBytesMax = 3_000_000

interface AudioTrackProps {
  player: AudioPlayer
  id: string
  src: string
  stored: string | null
  size: number | undefined
  seconds: number | undefined
  played?: boolean | undefined
  /** Replaces the speed while it is not playing. */
  who: ReactNode
}

export function AudioTrack({ player, id, src, stored, size, seconds, played, who }: AudioTrackProps) {
  useSignals()
  const t = useTexts().message.audio
  const format = useFormat()
  const [track, shape] = useShape(player, stored, size)
  const loaded = player.key.value === id
  const playing = loaded && player.playing.value
  const length = (loaded && player.duration.value) || seconds || shape?.seconds || 0
  const position = loaded ? player.position.value : 0
  const fraction = length > 0 ? Math.min(1, position / length) : 0
  return (
    <div className="message-audio row" ref={track} data-played={played || undefined}>
      <button
        type="button"
        className="message-audio-play"
        aria-label={playing ? t.pause : t.play}
        onClick={() => player.toggle(id, src)}
      >
        {playing ? <Pause size={18} fill="currentColor" /> : <Play size={18} fill="currentColor" />}
      </button>
      <div className="message-audio-track grows">
        <div className="message-audio-wave row" style={{ '--played': fraction } as CSSProperties} aria-hidden>
          <Wave peaks={shape?.peaks ?? neutralPeaks} played={fraction} />
        </div>
        <input
          type="range"
          className="message-audio-seek"
          aria-label={t.position}
          aria-valuetext={`${format.clock(position)} / ${format.clock(length)}`}
          min={0}
          max={1000}
          step={10}
          value={Math.round(fraction * 1000)}
          onChange={(event) => player.seek(id, src, Number(event.target.value) / 1000)}
        />
        <span className="message-audio-time" data-tabular>
          {player.failedKey.value === id ? t.failed : format.clock(position > 0 ? position : length)}
        </span>
      </div>
      {loaded ? (
        <button
          type="button"
          className="message-audio-rate"
          aria-label={t.rate(format.number(player.rate.value, player.rate.value % 1 === 0 ? 0 : 1))}
          onClick={player.nextRate}
        >
          {player.rate.value}×
        </button>
      ) : (
        who
      )}
    </div>
  )
}

function Wave({ peaks, played }: { peaks: readonly number[]; played: number }) {
  return peaks.map((peak, index) => (
    <span
      key={index}
      data-played={index / peaks.length < played || undefined}
      style={{ '--peak': Math.max(0.1, peak) }}
    />
  ))
}

/** Loads the shape when the bubble first becomes visible. */
function useShape(player: AudioPlayer, src: string | null, size: number | undefined) {
  const track = useRef<HTMLDivElement>(null)
  const [shape, setShape] = useState<AudioShape>()
  useEffect(() => {
    const element = track.current
    // A file that is not on the server yet cannot be downloaded.
    if (!element || !src || src.startsWith('blob:') || (size ?? 0) > drawnBytesMax) return
    let left = false
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      void player.shape(src).then((found) => !left && setShape(found))
    })
    observer.observe(element)
    return () => {
      left = true
      observer.disconnect()
    }
  }, [player, src, size])
  return [track, shape] as const
}
