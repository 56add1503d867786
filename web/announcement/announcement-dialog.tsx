import { useSignals } from '@preact/signals-react/runtime'
import type { FramePanelProps } from '../app/frame-panel'
import type { Area } from '../i18n/areas'
import { useFormat, useTexts } from '../i18n/i18n'
import { MissingMedia } from '../message/bubble/media-state'
import { useBrokenImage } from '../ui/display/avatar'
import { MessageText } from '../message/bubble/message-text'
import { Dialog } from '../ui/dialog/dialog'
import { useAnnouncements } from './announcement-model'
import { PriorityPill } from './priority-pill'

export const texts: readonly Area[] = ['announcement']

export function panel({ close }: FramePanelProps) {
  useSignals()
  const t = useTexts('announcement').announcement
  const format = useFormat()
  const announcement = useAnnouncements().opened.value
  const { broken, watch } = useBrokenImage(announcement?.mediaPath)
  if (!announcement) return null
  const { title, text, priority, mediaPath, mediaName, createdAt } = announcement
  return (
    <Dialog open title={<bdi>{title}</bdi>} onClose={close}>
      <div className="announcement-detail stack gap-4">
        <p className="announcement-line row">
          <PriorityPill priority={priority} />
          <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
        </p>
        <MessageText text={text} />
        {mediaPath && (
          <a href={mediaPath} target="_blank" rel="noopener noreferrer" aria-label={t.openAttachment(mediaName ?? '')}>
            {broken ? (
              <MissingMedia kind="image" />
            ) : (
              <img className="announcement-picture" src={mediaPath} alt="" {...watch} />
            )}
          </a>
        )}
      </div>
    </Dialog>
  )
}
