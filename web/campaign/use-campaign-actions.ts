import type { CampaignView } from '../../src/campaign/campaign.calls'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { ApiError } from '../api/api-error'
import { useApp } from '../app/app-context'
import { useErrorText, useFormat, useTexts } from '../i18n/i18n'
import { CalendarClock, CalendarX, CircleSlash, Copy, Play, RotateCcw } from '../ui/icons'
import type { RowAction } from '../ui/table/row-actions'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import { useDayTime } from './use-day-time'
import { useMissingValues } from './use-missing-values'

/** Starting, moving the start, stopping, restarting and duplicating, as the status of a campaign allows. */
export function useCampaignActions(moveStart: (campaign: CampaignView) => void) {
  const t = useTexts('campaign').campaign
  const { api } = useApp()
  const format = useFormat()
  const dayTime = useDayTime()
  const missingValues = useMissingValues()
  const { confirm, toast } = useUi()
  const errorText = useErrorText()
  const attempt = useAttempt()
  const { fields } = t
  const labels: Record<string, string> = {
    contactListId: fields.contactList,
    tagListId: fields.tagList,
    whatsappId: fields.whatsapp,
    message1: fields.message(1),
    confirmationMessage1: fields.confirmationMessage(1),
    queueId: fields.queue,
    userId: fields.user,
  }
  const labelOf = (field: string) => labels[field] ?? field

  /** Asks with recipients, end and missing values. Without recipients, the refusal says what is missing. */
  async function start({ id, name }: CampaignView) {
    const params = { id }
    try {
      const campaign = await api.get('/campaigns/:id', { params })
      const { remainingCount: count, finishesAt, templates } = campaign
      const warnings = missingValues(
        await api.post('/campaigns/preview', { body: campaign }),
        keysOf(templates).length > 0,
      )
      const ends = finishesAt === null ? '' : dayTime(finishesAt)
      const text = [t.startText(t.preview.recipients(format.number(count), count), ends), ...warnings].join(' ')
      if (count > 0 && !(await confirm({ title: t.startTitle(name), text, action: t.start }))) return
      await api.post('/campaigns/:id/start', { params })
      toast.success(t.started)
    } catch (cause) {
      toast.error(refusalText(cause))
    }
  }

  function refusalText(cause: unknown) {
    const fields = cause instanceof ApiError ? cause.fields : {}
    if (Object.values(fields).includes('noRecipients')) return t.noRecipients
    const missing = Object.keys(fields).map(labelOf)
    return missing.length > 0 ? t.incomplete(missing.join(', ')) : errorText(cause)
  }

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
  const copy = ({ id: campaignId, mediaName }: CampaignView, call: 'duplicate' | 'retry', done: string) =>
    attempt(async () => {
      const made = await api.post(`/campaigns/:id/${call}`, { params: { id: campaignId } })
      if (mediaName !== null && made.mediaName === null) toast.warning(done, { detail: t.copiedWithoutFile })
      else toast.success(done)
    })

  async function restart({ id, name, isWarned, stopReason }: CampaignView) {
    const question = { title: t.restartTitle(name), text: t.restartWarnedText, action: t.restart, danger: true }
    if ((isWarned || stopReason === 'provider') && !(await confirm(question))) return
    try {
      await api.post('/campaigns/:id/restart', { params: { id } })
      toast.success(t.restarted)
    } catch (cause) {
      toast.error(refusalText(cause))
    }
  }

  /** After the provider's warning, for all campaigns of the connection. */
  async function resume({ id, whatsapp }: CampaignView) {
    const question = { title: t.resumeTitle(whatsapp?.name ?? ''), text: t.restartWarnedText, action: t.resume }
    if (!(await confirm({ ...question, danger: true }))) return
    await attempt(() => api.post('/campaigns/:id/restart', { params: { id } }), t.resumed)
  }

  function statusActions(campaign: CampaignView): RowAction[] {
    const { status, isWarned } = campaign
    const starting = { label: t.start, icon: Play, onSelect: () => start(campaign) }
    const stopping = { label: t.stop, icon: CircleSlash, danger: true, onSelect: () => stop(campaign) }
    const resuming = { label: t.resume, icon: Play, onSelect: () => resume(campaign) }
    if (status === 'EM_ANDAMENTO') return isWarned ? [resuming, stopping] : [stopping]
    if (status === 'CANCELADA') return [{ label: t.restart, icon: RotateCcw, onSelect: () => restart(campaign) }]
    if (status === 'FINALIZADA') return []
    if (status === 'INATIVA') return [starting]
    return [
      isWarned ? resuming : starting,
      { label: t.move.open, icon: CalendarClock, onSelect: () => moveStart(campaign) },
      { label: t.cancelStart, icon: CalendarX, onSelect: () => cancelStart(campaign) },
    ]
  }

  return {
    statusActions,
    copy,
    duplicating: (campaign: CampaignView) => ({
      label: t.duplicate,
      icon: Copy,
      onSelect: () => copy(campaign, 'duplicate', t.duplicated),
    }),
  }
}
