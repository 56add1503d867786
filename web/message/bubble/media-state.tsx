import { FileQuestionMark, ImageOff, type LucideIcon, VideoOff, VolumeX } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { Skeleton } from '../../ui/feedback/skeleton'
import { Spinner } from '../../ui/feedback/spinner'
import { frameProps } from './media-frame'

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

/** Replaces a file that is still being fetched from the provider. */
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
