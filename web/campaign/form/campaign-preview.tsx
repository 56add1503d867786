import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { CampaignPreview, CampaignView } from '../../../src/campaign/campaign.calls'
import { useApp } from '../../app/app-context'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { Note } from '../../ui/feedback/feedback'
import { Clock, Eye, TriangleAlert } from '../../ui/icons'
import { bodyOf, type CampaignFormModel } from './campaign-form'
import { PreviewText } from '../start-dialog'
import { useDayTime, useMissingValues } from '../campaign-state'

const settleMs = 500

interface CampaignPreviewPartProps {
  form: CampaignFormModel
  campaign: CampaignView | undefined
  usesTemplates: boolean
}

/** How many people receive it and until when, as it is being written, and the texts of ten of them. */
export function CampaignPreviewPart({ form, campaign, usesTemplates }: CampaignPreviewPartProps) {
  useSignals()
  const t = useTexts('campaign').campaign.preview
  const format = useFormat()
  const dayTime = useDayTime()
  const missingValues = useMissingValues()
  const preview = usePreview(form, campaign, usesTemplates)
  const [showing, setShowing] = useState(false)
  if (!preview) return null
  const { recipients, finishesAt } = preview
  return (
    <>
      {missingValues(preview, usesTemplates).map((warning) => (
        <Note key={warning} icon={TriangleAlert}>
          {warning}
        </Note>
      ))}
      <section className="campaign-forecast row wraps" aria-label={t.title}>
        <Clock size={16} aria-hidden />
        <p aria-live="polite">
          {t.recipients(format.number(recipients), recipients)}
          {finishesAt && <> · {t.finishes(dayTime(finishesAt))}</>}
        </p>
        <Button size="s" icon={Eye} disabled={preview.messages.length === 0} onClick={() => setShowing(true)}>
          {t.show}
        </Button>
        {showing && <PreviewDialog preview={preview} close={() => setShowing(false)} />}
      </section>
    </>
  )
}

function PreviewDialog({ preview, close }: { preview: CampaignPreview; close: () => void }) {
  const texts = useTexts('campaign')
  const t = texts.campaign.preview
  const format = useFormat()
  return (
    <Dialog open title={t.title} onClose={close} footer={<Button onClick={close}>{texts.ui.close}</Button>}>
      <p className="subtle">{t.text}</p>
      <ol className="campaign-preview stack gap-4">
        {preview.messages.map(({ name, number, text, confirmation }) => (
          <li key={number || name}>
            <p className="campaign-preview-person">
              <bdi>{name}</bdi> <span className="subtle tabular">{number && format.phone(number)}</span>
            </p>
            {confirmation !== null && <PreviewText text={confirmation} />}
            <PreviewText text={text} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** Requests the preview when the form has not changed for a moment. */
function usePreview(form: CampaignFormModel, campaign: CampaignView | undefined, usesTemplates: boolean) {
  const { api, live } = useApp()
  const [changes, setChanges] = useState(0)
  const [preview, setPreview] = useState<CampaignPreview>()
  const body = bodyOf(form.values.value, usesTemplates)
  const sourceCampaignId = campaign?.sourceCampaignId ?? null
  const campaignId = campaign?.id ?? null
  const hasSource = body.contactListId !== null || body.tagListId !== null || sourceCampaignId !== null
  const { statusTicket, queueId, userId, openTicket, ...asked } = body
  const key = hasSource ? JSON.stringify(asked) : ''
  useEffect(() => {
    if (key === '') return setPreview(undefined)
    const stop = new AbortController()
    const ask = () =>
      api.post('/campaigns/preview', { body: { ...asked, sourceCampaignId, campaignId }, signal: stop.signal }).then(
        (found) => !stop.signal.aborted && setPreview(found),
        // A form that is not complete yet has no preview.
        () => {},
      )
    const timer = setTimeout(ask, settleMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, key, changes])
  useEffect(() => live.observe('contactList', () => setChanges((count) => count + 1)), [live])
  return preview
}
