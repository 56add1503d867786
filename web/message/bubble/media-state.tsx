import { FileQuestionMark, ImageOff, type LucideIcon, VideoOff, VolumeX } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { Skeleton } from '../../ui/feedback/feedback'
import { Spinner } from '../../ui/feedback/spinner'
import type { CSSProperties } from 'react'

type Kind = 'image' | 'video' | 'audio' | 'file'

const icons: Record<Kind, LucideIcon> = { image: ImageOff, video: VideoOff, audio: VolumeX, file: FileQuestionMark }

interface MediaStateProps {
  kind: Kind
  /** The size of the picture or video, whose frame is kept. */
  pixels?: Parameters<typeof frameProps>[0]
}

export function MissingMedia({ kind, pixels }: MediaStateProps) {
  const t = useTexts().message
  const Icon = icons[kind]
  return (
    <span className="media-missing row" data-kind={kind} {...frameProps(pixels)}>
      <Icon size={18} aria-hidden />
      {t.mediaMissing}
    </span>
  )
}

export function ComingMedia({ kind, pixels }: MediaStateProps) {
  const t = useTexts().message
  return (
    <span className="media-coming" data-kind={kind} {...frameProps(pixels)} aria-busy>
      <Skeleton shape="box" width="100%" height="100%" />
      <span className="media-coming-text row note-text">
        <Spinner size={14} />
        {t.mediaComing}
      </span>
    </span>
  )
}

interface Pixels {
  width?: number | undefined
  height?: number | undefined
}

/** Limits of a picture in a conversation in CSS pixels, as in message-media.css for those of unknown size. */
const least = { width: 120, height: 80 }
const most = { width: 330, height: 340 }

/** The final size before the file arrives. Without known pixels the file gives it. */
export function frameProps({ width, height }: Pixels = {}): { 'data-framed'?: true; style?: CSSProperties } {
  if (!width || !height) return {}
  const larger = Math.max(least.width / width, least.height / height, 1)
  const scale = Math.min(most.width / width, most.height / height, larger)
  const framed = {
    width: Math.round(Math.max(least.width, width * scale)),
    height: Math.round(Math.max(least.height, height * scale)),
  }
  return { 'data-framed': true, style: { width: framed.width, aspectRatio: `${framed.width} / ${framed.height}` } }
}
