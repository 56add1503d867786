import type { CampaignView } from '../../src/campaign/campaign.calls'
import { ApiError } from '../api/api-error'
import { useApp } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import { CircleSlash, Play, RotateCcw } from '../ui/icons'
import type { RowAction } from '../ui/table/row-actions'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'

/** Starting, stopping and restarting, as the status of a campaign allows. */
export function useCampaignActions() {
  const t = useTexts('campaign').campaign
  const { api } = useApp()
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

  async function start({ id, name }: CampaignView) {
    if (!(await confirm({ title: t.startTitle(name), text: t.startText, action: t.start }))) return
    try {
      await api.post('/campaigns/:id/start', { params: { id } })
      toast.success(t.started)
    } catch (cause) {
      const missing = cause instanceof ApiError ? Object.keys(cause.fields).map(labelOf) : []
      toast.error(missing.length > 0 ? t.incomplete(missing.join(', ')) : errorText(cause))
    }
  }

  async function stop({ id, name }: CampaignView) {
    if (!(await confirm({ title: t.stopTitle(name), text: t.stopText, action: t.stop, danger: true }))) return
    await attempt(() => api.post('/campaigns/:id/cancel', { params: { id } }), t.stopped)
  }

  async function restart({ id, name, isWarned, stopReason }: CampaignView) {
    const question = { title: t.restartTitle(name), text: t.restartWarnedText, action: t.restart, danger: true }
    if ((isWarned || stopReason === 'provider') && !(await confirm(question))) return
    await attempt(() => api.post('/campaigns/:id/restart', { params: { id } }), t.restarted)
  }

  /** After the provider's warning, for all campaigns of the connection. */
  async function resume({ id, whatsapp }: CampaignView) {
    const question = { title: t.resumeTitle(whatsapp?.name ?? ''), text: t.restartWarnedText, action: t.resume }
    if (!(await confirm({ ...question, danger: true }))) return
    await attempt(() => api.post('/campaigns/:id/restart', { params: { id } }), t.resumed)
  }

  return (campaign: CampaignView): RowAction[] => {
    const { status, isWarned } = campaign
    const stopping = { label: t.stop, icon: CircleSlash, danger: true, onSelect: () => void stop(campaign) }
    const resuming = { label: t.resume, icon: Play, onSelect: () => void resume(campaign) }
    if (status === 'EM_ANDAMENTO') return isWarned ? [resuming, stopping] : [stopping]
    if (status === 'CANCELADA') return [{ label: t.restart, icon: RotateCcw, onSelect: () => void restart(campaign) }]
    if (status === 'FINALIZADA') return []
    if (status === 'PROGRAMADA' && isWarned) return [resuming]
    return [{ label: t.start, icon: Play, onSelect: () => void start(campaign) }]
  }
}
