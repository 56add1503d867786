import * as v from 'valibot'
import type { CampaignView } from '../../src/campaign/campaign.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { MomentInput } from '../ui/field/moment-input'
import { FormField } from '../ui/form/form-field'
import { useLastStep } from './use-last-step'

const StartForm = v.object({
  scheduledAt: v.pipe(
    v.object({ date: v.string(), time: v.string() }),
    v.check(({ date, time }) => date !== '' && time !== '', 'required'),
  ),
})

interface MoveStartDialogProps {
  campaign: CampaignView
  close: () => void
}

/** Moves the start of a scheduled campaign, also of one that can no longer be edited. */
export function MoveStartDialog({ campaign, close }: MoveStartDialogProps) {
  const t = useTexts('campaign').campaign
  const { api } = useApp()
  const format = useFormat()
  const lastStep = useLastStep()
  const none = { date: '', time: '' }
  return (
    <RecordDialog
      record={campaign}
      texts={t.move}
      size="s"
      schema={StartForm}
      initial={{ scheduledAt: campaign.scheduledAt === null ? none : format.wallClock(campaign.scheduledAt) }}
      save={async ({ scheduledAt: { date, time } }) => {
        const scheduledAt = `${date}T${time}`
        const planned = { ...campaign, scheduledAt, campaignId: campaign.id }
        if (!(await lastStep.ask(planned, { onlyNow: true }))) return false
        return api.put('/campaigns/:id', { params: { id: campaign.id }, body: { scheduledAt } })
      }}
      close={close}
    >
      {(form) => (
        <>
          <FormField
            form={form}
            name="scheduledAt"
            label={t.move.label}
            help={t.move.help(format.timeZone)}
            group
            required
          >
            {(field) => (
              <MomentInput
                {...field}
                dateLabel={t.fields.date}
                timeLabel={t.fields.time}
                invalid={form.fields.scheduledAt.error.value !== null}
              />
            )}
          </FormField>
          {lastStep.dialog}
        </>
      )}
    </RecordDialog>
  )
}
