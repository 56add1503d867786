import { useState } from 'react'
import type { CampaignPreview } from '../../src/campaign/campaign.calls'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { ApiError } from '../api/api-error'
import { withAttachmentError } from '../records/attachment-upload'
import { useApp } from '../app/app-context'
import { StartDialog, type PlannedCampaign } from './start-dialog'

interface Question {
  kind: 'start' | 'save'
  campaign: PlannedCampaign
  preview: CampaignPreview
  answer: (yes: boolean) => void
}

/** The last step before a campaign is saved that starts by itself. `dialog` is to be rendered. */
export function useLastStep() {
  const { api } = useApp()
  const [open, setOpen] = useState<Question>()

  /** Resolves to whether to save it. What cannot be saved is refused without a question. */
  async function ask(campaign: PlannedCampaign, { onlyNow = false } = {}) {
    const preview = await api.post('/campaigns/preview', { body: campaign })
    if (keysOf(preview.faults).length > 0 || (onlyNow && preview.startsLater)) return true
    return question('save', campaign, preview)
  }

  /** Resolves to whether to start it. @throws ApiError with the fields by which it cannot start */
  async function askStart(campaign: PlannedCampaign) {
    const preview = await api.post('/campaigns/preview', { body: campaign })
    const { faults } = preview
    if (keysOf(faults).length > 0)
      throw withAttachmentError(new ApiError(400, 'ERR_INVALID_INPUT', 'ERR_INVALID_INPUT', faults))
    return question('start', campaign, preview)
  }

  function question(kind: Question['kind'], campaign: PlannedCampaign, preview: CampaignPreview) {
    const answered = new Promise<boolean>((answer) => setOpen({ kind, campaign, preview, answer }))
    return answered.finally(() => setOpen(undefined))
  }

  const dialog = open && (
    <StartDialog
      kind={open.kind}
      campaign={open.campaign}
      preview={open.preview}
      confirm={async () => {
        open.answer(true)
        return true
      }}
      close={() => open.answer(false)}
    />
  )
  return { ask, askStart, dialog }
}
