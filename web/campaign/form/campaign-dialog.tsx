import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { CampaignView } from '../../../src/campaign/campaign.calls'
import { useApp } from '../../app/app-context'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { FileInput } from '../../ui/field/file-input'
import { useForm } from '../../ui/form/form'
import { FormDialog } from '../../ui/form/form-dialog'
import { useAttempt } from '../../ui/form/use-attempt'
import { FormField, TextField } from '../../ui/form/form-field'
import { Lock } from '../../ui/icons'
import { Note } from '../../ui/feedback/feedback'
import { useReportMade } from '../../records/made-row'
import { useUi } from '../../ui/context/ui-context'
import {
  CampaignForm,
  newCampaign,
  plannedCampaign,
  saveCampaign,
  type CampaignFormModel,
  type CampaignValues,
  valuesOf,
} from './campaign-form'
import { CampaignMessages } from './campaign-messages'
import { CampaignPreviewPart } from './campaign-preview'
import { CampaignConnection, CampaignRecipients } from './campaign-recipients'
import { useLastStep } from '../use-last-step'
import { channelRules } from '../../../src/channel/channel-rules.contract'
import { useConnections } from '../../connection/use-connections'
import { MomentInput } from '../../ui/field/moment-input'
import { ticketStatusChoices } from '../../../src/campaign/campaign.contract'
import { useOwnQueues } from '../../queue/use-queues'
import { Combobox } from '../../ui/select/combobox'
import { Select } from '../../ui/select/select'
import { SwitchField } from '../../ui/field/switch-field'
import { optionOrNone, optionsOf } from '../../ui/select/option'

interface CampaignDialogProps {
  campaign: CampaignView | undefined
  close: () => void
}

/** Read-only while running or within the hour; a stopped one accepts texts, and another connection for a deleted one. */
export function CampaignDialog({ campaign, close }: CampaignDialogProps) {
  useSignals()
  const t = useTexts('campaign').campaign
  const { toast } = useUi()
  const reportMade = useReportMade()
  const [made] = useState<{ id?: number }>({})
  const format = useFormat()
  const isStopped = campaign?.status === 'CANCELADA'
  const startsNow = useRef(false)
  const { save, start, lastStep } = useSaving({ campaign, close })
  const form = useForm({
    schema: CampaignForm,
    initial: campaign ? valuesOf(format, campaign) : newCampaign(),
    async save(values) {
      if (startsNow.current) return start(values, usesTemplates)
      const answer = await save(values, usesTemplates)
      if (answer) made.id = answer.id
      return answer
    },
  })
  const usesTemplates = useUsesTemplates(form)

  async function saveAndStart() {
    startsNow.current = true
    if (!(await form.save())) form.focusError()
    startsNow.current = false
  }

  const isReadOnly = campaign !== undefined && !campaign.isEditable && !isStopped
  const title = campaign ? (isReadOnly ? t.readTitle : t.editTitle) : t.addTitle

  function saved() {
    if (campaign) toast.success(t.saved)
    else reportMade(t.created, made.id)
    close()
  }

  const readOnly = campaign?.status === 'PROGRAMADA' ? t.beginsSoon : t.readOnly
  return (
    <FormDialog
      size="l"
      title={title}
      form={form}
      close={close}
      onSaved={saved}
      readOnly={isReadOnly ? readOnly : undefined}
      otherAction={!isStopped && <Button onClick={() => saveAndStart()}>{t.review.reviewAndStart}</Button>}
    >
      {isStopped && <Note icon={Lock}>{campaign.whatsappId === null ? t.otherConnection : t.onlyTexts}</Note>}
      <CampaignFields form={form} campaign={campaign} isFixed={isStopped} usesTemplates={usesTemplates} />
      {lastStep}
    </FormDialog>
  )
}

/** Saves the form, after the last step if the campaign then starts by itself. False means that the user decided against it. */
function useSaving({ campaign, close }: CampaignDialogProps) {
  const t = useTexts('campaign').campaign
  const { api } = useApp()
  const attempt = useAttempt()
  const lastStep = useLastStep()
  const [uploads] = useState(() => new Map<File, string>())

  async function save(values: CampaignValues, usesTemplates: boolean) {
    const options = { api, campaign, uploads, usesTemplates }
    const isPlanned = campaign?.status !== 'CANCELADA' && values.scheduledAt.date !== ''
    if (isPlanned && !(await lastStep.ask(await plannedCampaign(values, options)))) return false
    return saveCampaign(values, options)
  }

  /** Starts it at once instead of at its time. It stays a draft if it cannot start after all. */
  async function start(given: CampaignValues, usesTemplates: boolean) {
    const values = { ...given, scheduledAt: { date: '', time: '' } }
    const options = { api, campaign, uploads, usesTemplates }
    const planned = await plannedCampaign(values, options)
    if (!(await lastStep.askStart(planned))) return false
    const { id } = await saveCampaign(values, options)
    await attempt(() => api.post('/campaigns/:id/start', { params: { id } }), t.started)
    close()
    return true
  }

  return { save, start, lastStep: lastStep.dialog }
}

interface CampaignFieldsProps {
  form: CampaignFormModel
  campaign: CampaignView | undefined
  /** Whether everything but the texts, and a connection in place of a deleted one, is fixed. */
  isFixed: boolean
  usesTemplates: boolean
}

function CampaignFields({ form, campaign, isFixed, usesTemplates }: CampaignFieldsProps) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  return (
    <>
      <fieldset className="campaign-part" disabled={isFixed}>
        <TextField form={form} name="name" label={t.name} required placeholder={t.namePlaceholder} />
        <CampaignRecipients form={form} campaign={campaign} />
      </fieldset>
      <fieldset className="campaign-part" disabled={isFixed && campaign?.whatsappId !== null}>
        <CampaignConnection form={form} campaign={campaign} />
      </fieldset>
      <fieldset className="campaign-part" disabled={isFixed}>
        <CampaignSchedule form={form} />
      </fieldset>
      <CampaignMessages form={form} isFixed={isFixed} usesTemplates={usesTemplates} />
      <fieldset className="campaign-part" disabled={isFixed}>
        <FormField
          form={form}
          name="attachment"
          label={t.attachment}
          help={usesTemplates ? t.attachmentTemplateHelp : t.attachmentHelp}
          group
        >
          {({ value, onValueChange }) => <FileInput value={value} onValueChange={onValueChange} />}
        </FormField>
        <CampaignTicketFields form={form} campaign={campaign} />
      </fieldset>
      <CampaignPreviewPart form={form} campaign={campaign} usesTemplates={usesTemplates} />
    </>
  )
}

/** Whether the chosen connection sends templates instead of texts. Until the connections are loaded, as it was stored. */
function useUsesTemplates(form: CampaignFormModel): boolean {
  const connections = useConnections()
  const { whatsappId, templates } = form.values.value
  const chosen = connections?.find(({ id }) => id === whatsappId)
  return chosen ? channelRules[chosen.channel].templates === true : Object.keys(templates).length > 0
}

function CampaignSchedule({ form }: { form: CampaignFormModel }) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  const format = useFormat()
  const invalid = form.fields.scheduledAt.error.value !== null
  return (
    <FormField form={form} name="scheduledAt" label={t.scheduledAt} help={t.scheduledAtHelp(format.timeZone)} group>
      {(field) => <MomentInput {...field} dateLabel={t.date} timeLabel={t.time} invalid={invalid} />}
    </FormField>
  )
}

const searchLengthMin = 3

function CampaignTicketFields({ form, campaign }: { form: CampaignFormModel; campaign: CampaignView | undefined }) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  const { api } = useApp()
  const isOpen = form.fields.openTicket.value.value
  const queues = useOwnQueues(isOpen)
  const [searchUsers] = useState(() => async (query: string, signal: AbortSignal) => {
    const { users } = await api.get('/users', { query: { searchParam: query, pageNumber: 1 }, signal })
    return optionsOf(users)
  })
  return (
    <>
      <SwitchField form={form} name="openTicket" label={t.openTicket} help={t.openTicketHelp} />
      {isOpen && (
        <div className="campaign-triple">
          <FormField form={form} name="statusTicket" label={t.statusTicket}>
            {(field) => (
              <Select {...field} options={ticketStatusChoices.map((value) => ({ value, label: t.statuses[value] }))} />
            )}
          </FormField>
          <FormField form={form} name="queueId" label={t.queue}>
            {(field) => (
              <Combobox<number> {...field} options={optionsOf(queues)} selected={optionOrNone(campaign?.queue)} />
            )}
          </FormField>
          <FormField form={form} name="userId" label={t.user}>
            {(field) => (
              <Combobox<number>
                {...field}
                search={searchUsers}
                lengthMin={searchLengthMin}
                selected={optionOrNone(campaign?.user)}
              />
            )}
          </FormField>
        </div>
      )}
    </>
  )
}
