import { useState } from 'react'
import type { CampaignPreview } from '../../src/campaign/campaign.calls'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { useApp } from '../app/app-context'
import type { PlannedCampaign } from './planned-campaign'
import { StartDialog } from './start-dialog'

interface Question {
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
    const answered = new Promise<boolean>((answer) => setOpen({ campaign, preview, answer }))
    return answered.finally(() => setOpen(undefined))
  }

  const dialog = open && (
    <StartDialog
      kind="save"
      campaign={open.campaign}
      preview={open.preview}
      confirm={async () => {
        open.answer(true)
        return true
      }}
      close={() => open.answer(false)}
    />
  )
  return { ask, dialog }
}
