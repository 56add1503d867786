import { useState } from 'react'
import type { HelpView } from '../../src/platform/help/help.record'
import type { ApiClient } from '../api/api-client'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { Dialog } from '../ui/dialog/dialog'
import { EmptyState } from '../ui/feedback/feedback'
import { CircleHelp, Play } from '../ui/icons'
import { Screen, PageHeader } from '../ui/layout/screen'
import { useBrokenImage } from '../ui/display/avatar'

export const load = (api: ApiClient) => api.get('/helps/list')

/** Help videos. YouTube is contacted for the thumbnails, and for a video only when it is opened. */
export function page({ data: helps }: PageProps<HelpView[]>) {
  const t = useTexts('help').help
  const [shown, setShown] = useState<HelpView>()
  usePageTitle(t.pageTitle)
  return (
    <Screen header={<PageHeader title={t.pageTitle} count={helps.length} />}>
      {helps.length === 0 && <EmptyState icon={CircleHelp} title={t.noneTitle} text={t.noneText} />}
      <ul className="help-cards">
        {helps.map((help) => (
          <li key={help.id}>
            <button type="button" className="help-card" onClick={() => setShown(help)}>
              <Thumbnail help={help} />
              <strong>
                <bdi>{help.title}</bdi>
              </strong>
              <span className="subtle">{help.description}</span>
              <span className="visually-hidden">{t.play(help.title)}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown && <VideoDialog help={shown} close={() => setShown(undefined)} />}
    </Screen>
  )
}

function Thumbnail({ help: { video } }: { help: HelpView }) {
  const src = `https://i.ytimg.com/vi/${video}/mqdefault.jpg`
  const { broken, watch } = useBrokenImage(src)
  return (
    <span className="help-thumbnail">
      {!broken && <img src={src} alt="" loading="lazy" referrerPolicy="no-referrer" {...watch} />}
      <Play size={32} aria-hidden />
    </span>
  )
}

function VideoDialog({ help: { title, description, video }, close }: { help: HelpView; close: () => void }) {
  return (
    <Dialog open size="xl" title={<bdi>{title}</bdi>} onClose={close}>
      <iframe
        className="help-video"
        src={`https://www.youtube-nocookie.com/embed/${video}`}
        title={title}
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      {description && <p>{description}</p>}
    </Dialog>
  )
}
