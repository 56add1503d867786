import { useState } from 'react'
import type { CampaignView } from '../../src/campaign/campaign.calls'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useTexts, useFormat } from '../i18n/i18n'
import { CalendarClock, CalendarX, CircleSlash, Copy, Play, RotateCcw } from '../ui/icons'
import type { RowAction } from '../ui/table/table-row'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import { type MadeRowList, useReportMade } from '../records/made-row'
import { CampaignDialog } from './form/campaign-dialog'
import { StartDialog } from './start-dialog'
import { useDayTime } from './campaign-state'
import * as v from 'valibot'
import { RecordDialog } from '../records/record-dialog'
import { MomentInput } from '../ui/field/moment-input'
import { FormField } from '../ui/form/form-field'
import { useLastStep } from './use-last-step'

type OpenDialog = { kind: 'start' | 'restart' | 'move' | 'edit'; campaign: CampaignView }

/** Starting, moving the start, stopping, restarting and duplicating, as the status of a campaign allows. `list` shows copies. */
export function useCampaignActions(list?: MadeRowList) {
  const t = useTexts('campaign').campaign
  const dayTime = useDayTime()
  const { api } = useApp()
  const { confirm, toast } = useUi()
  const attempt = useAttempt()
  const reportMade = useReportMade(list)
  const [open, setOpen] = useState<OpenDialog>()

  async function stop({ id, name }: CampaignView) {
    if (!(await confirm({ title: t.stopTitle(name), text: t.stopText, action: t.stop, danger: true }))) return
    await attempt(() => api.post('/campaigns/:id/cancel', { params: { id } }), t.stopped)
  }

  /** Of a campaign that has not begun. One that begins meanwhile is stopped. */
  async function cancelStart({ id, name }: CampaignView) {
    const question = { title: t.cancelStartTitle(name), text: t.cancelStartText, action: t.cancelStart, danger: true }
    if (!(await confirm(question))) return
    await attempt(() => api.post('/campaigns/:id/cancel', { params: { id } }), t.startCancelled)
  }

  /** Makes a copy, and says so when it lacks the campaign's file, which is no longer on the server. */
  const copy = ({ id: campaignId, mediaName }: CampaignView, call: 'duplicate' | 'retry') =>
    attempt(async () => {
      const made = await api.post(`/campaigns/:id/${call}`, { params: { id: campaignId } })
      const retried = made.scheduledAt ? t.report.retriedLater(dayTime(made.scheduledAt)) : t.report.retried
      const done = call === 'retry' ? retried : t.duplicated
      if (mediaName !== null && made.mediaName === null) toast.warning(done, { detail: t.copiedWithoutFile })
      else reportMade(done, made.id, links.editCampaign(made.id))
    })

  /** After the provider's warning, for all campaigns of the connection. */
  async function resume({ id, whatsapp }: CampaignView) {
    const question = { title: t.resumeTitle(whatsapp?.name ?? ''), text: t.restartWarnedText, action: t.resume }
    if (!(await confirm({ ...question, danger: true }))) return
    await attempt(() => api.post('/campaigns/:id/restart', { params: { id } }), t.resumed)
  }

  function statusActions(campaign: CampaignView): RowAction[] {
    const { status, isWarned, stopReason } = campaign
    const starting = { label: t.start, icon: Play, onSelect: () => setOpen({ kind: 'start', campaign }) }
    const stopping = { label: t.stop, icon: CircleSlash, danger: true, onSelect: () => stop(campaign) }
    const resuming = { label: t.resume, icon: Play, onSelect: () => resume(campaign) }
    if (status === 'EM_ANDAMENTO') return isWarned ? [resuming, stopping] : [stopping]
    const restarting = { label: t.restart, icon: RotateCcw, onSelect: () => setOpen({ kind: 'restart', campaign }) }
    if (status === 'CANCELADA') return stopReason === 'warning' ? [restarting, stopping] : [restarting]
    if (status === 'FINALIZADA') return []
    if (status === 'INATIVA') return [starting]
    return [
      isWarned ? resuming : starting,
      { label: t.move.open, icon: CalendarClock, onSelect: () => setOpen({ kind: 'move', campaign }) },
      { label: t.cancelStart, icon: CalendarX, onSelect: () => cancelStart(campaign) },
    ]
  }

  return {
    dialog: open && <ActionDialog open={open} setOpen={setOpen} />,
    statusActions,
    copy,
    duplicating: (campaign: CampaignView) => ({
      label: t.duplicate,
      icon: Copy,
      onSelect: () => copy(campaign, 'duplicate'),
    }),
  }
}

function ActionDialog({ open, setOpen }: { open: OpenDialog; setOpen: (open?: OpenDialog) => void }) {
  const t = useTexts('campaign').campaign
  const { api } = useApp()
  const attempt = useAttempt()
  const { kind, campaign } = open
  const close = () => setOpen()
  if (kind === 'move') return <MoveStartDialog campaign={campaign} close={close} />
  if (kind === 'edit') return <CampaignDialog campaign={campaign} close={close} />
  const params = { id: campaign.id }
  return (
    <StartDialog
      kind={kind}
      campaign={{ ...campaign, scheduledAt: null, campaignId: campaign.id }}
      confirm={() =>
        attempt(() => api.post(`/campaigns/:id/${kind}`, { params }), kind === 'start' ? t.started : t.restarted)
      }
      edit={() => setOpen({ kind: 'edit', campaign })}
      close={close}
    />
  )
}

const StartForm = v.object({
  scheduledAt: v.pipe(
    v.object({ date: v.string(), time: v.string() }),
    v.check(({ date, time }) => date !== '' && time !== '', 'required'),
  ),
})

function MoveStartDialog({ campaign, close }: { campaign: CampaignView; close: () => void }) {
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
