import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { ContactView } from '../../src/contact/contact.answers'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { useApp, useUser } from '../app/app-context'
import { canChangeSchedule } from '../../src/schedule/schedule.policy'
import { connectionOptions, useConnections } from '../connection/use-connections'
import { contactOption, searchContacts, searchLengthMin } from '../contact/search-contacts'
import { useFormat, useTexts } from '../i18n/i18n'
import { SettingGateNote } from '../app/setting-gate-note'
import { actorOf } from '../session/session-actor'
import { Avatar } from '../ui/display/avatar'
import { Combobox } from '../ui/select/combobox'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField } from '../ui/form/form-field'
import { MomentInput } from '../ui/field/moment-input'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import { TextArea } from '../ui/field/text-area'
import { VariableList } from '../message/variable-list'
import { channelRules } from '../../src/channel/channel-rules.contract'
import { TemplateFields } from '../template/template-fields'
import { links } from '../app/links'
import { type MadeRowList, useReportMade } from '../records/made-row'
import { useUi } from '../ui/context/ui-context'
import { newSchedule, saveSchedule, ScheduleForm, type ScheduleFormModel, valuesOf } from './schedule-form'
import { FileInput } from '../ui/field/file-input'
import { dayRules, intervals, ticketStatusChoices } from '../../src/schedule/schedule.contract'
import { NumberField } from '../ui/form/number-field'
import type { UserPick } from '../../src/user/user.calls'
import { isAdmin } from '../app/screen-access'
import { useOwnQueues } from '../queue/use-queues'
import { optionOrNone, optionsOf } from '../ui/select/option'
import { useLookup } from '../app/use-fetched'

export type ScheduledContact = Pick<ContactView, 'id' | 'name' | 'number' | 'isGroup' | 'urlPicture'>

interface ScheduleDialogProps {
  schedule?: ScheduleView | undefined
  contact?: ScheduledContact | undefined
  /** YYYY-MM-DD, the preselected day. */
  day?: string | undefined
  list?: MadeRowList | undefined
  close: () => void
  /** Called with the day of the message instead of `close`. */
  onSaved?: (day: string) => void
}

const defaultConnection = 0

export function ScheduleDialog({ schedule, contact, day, list, close, onSaved = close }: ScheduleDialogProps) {
  const t = useTexts('schedule').schedule
  const { api } = useApp()
  const { toast } = useUi()
  const reportMade = useReportMade(list)
  const [made] = useState<{ id?: number }>({})
  const format = useFormat()
  const user = useUser()
  const [uploads] = useState(() => new Map<File, string>())
  const form = useForm({
    schema: ScheduleForm,
    initial: schedule ? valuesOf(format, schedule) : newSchedule(format, contact?.id, day),
    async save(values) {
      made.id = (await saveSchedule(values, { api, format, schedule, uploads })).id
    },
  })
  const mayChange = schedule === undefined || canChangeSchedule(actorOf(user), schedule)
  const maySign = user.company.companieSettings['sendSignMessage'] === 'enabled'

  function saved() {
    if (schedule || made.id === undefined) toast.success(t.saved)
    else reportMade(t.created, made.id, links.editSchedule(made.id))
    onSaved(form.fields.sendAt.value.peek().date)
  }

  return (
    <FormDialog
      title={schedule ? (mayChange ? t.editTitle : t.readTitle) : t.addTitle}
      form={form}
      close={close}
      onSaved={saved}
      readOnly={mayChange ? undefined : t.readOnly(schedule.user?.name)}
    >
      <ContactField form={form} contact={contact ?? schedule?.contact} isSettled={contact !== undefined} />
      <div className="stack">
        <FormField form={form} name="body" label={t.fields.message}>
          {(field) => (
            <TextArea {...field} rows={4} placeholder={t.fields.messagePlaceholder} data-autofocus={contact && true} />
          )}
        </FormField>
        {mayChange && <VariableList label={t.fields.variables} />}
      </div>
      <ScheduleFileField form={form} />
      <SendAtField form={form} />
      <ConnectionField form={form} />
      <TemplateField form={form} />
      <ScheduleRepeatFields form={form} />
      <ScheduleTicketFields form={form} schedule={schedule} />
      {mayChange && <SettingGateNote gate="signature" />}
      {(maySign || !mayChange) && (
        <SwitchField form={form} name="assinar" label={t.fields.sign} help={t.fields.signHelp} />
      )}
    </FormDialog>
  )
}

interface FieldProps {
  form: ScheduleFormModel
}

interface ContactFieldProps extends FieldProps {
  contact: ScheduledContact | undefined
  isSettled: boolean
}

function ContactField({ form, contact, isSettled }: ContactFieldProps) {
  const t = useTexts('schedule').schedule.fields
  const { api } = useApp()
  const format = useFormat()
  const [search] = useState(() => searchContacts(api))
  if (contact && isSettled) {
    const { name, number, isGroup, urlPicture } = contact
    return (
      <p className="schedule-contact row gap-3">
        <Avatar name={name} src={urlPicture} size={36} />
        <span className="schedule-contact-names">
          <bdi>{name}</bdi>
          {!isGroup && number && <span className="subtle tabular">{format.phone(number)}</span>}
        </span>
      </p>
    )
  }
  return (
    <FormField form={form} name="contactId" label={t.contact} required>
      {(field) => (
        <Combobox<number>
          {...field}
          value={field.value ?? null}
          onValueChange={(id) => field.onValueChange(id as number)}
          selected={contact && contactOption(contact)}
          search={search}
          lengthMin={searchLengthMin}
        />
      )}
    </FormField>
  )
}

function SendAtField({ form }: FieldProps) {
  useSignals()
  const t = useTexts('schedule').schedule.fields
  const format = useFormat()
  const invalid = form.fields.sendAt.error.value !== null
  return (
    <FormField form={form} name="sendAt" label={t.sendAt} help={t.timeZone(format.timeZone)} group required>
      {(field) => <MomentInput {...field} dateLabel={t.date} timeLabel={t.time} invalid={invalid} />}
    </FormField>
  )
}

function ConnectionField({ form }: FieldProps) {
  const t = useTexts('schedule').schedule.fields
  const connections = useConnections() ?? []
  const options = connectionOptions(connections, t.offline)
  return (
    <FormField form={form} name="whatsappId" label={t.connection}>
      {(field) => (
        <Select<number>
          {...field}
          value={field.value ?? defaultConnection}
          onValueChange={(id) => form.set({ whatsappId: id === defaultConnection ? null : id, template: null })}
          options={[{ value: defaultConnection, label: t.defaultConnection }, ...options]}
        />
      )}
    </FormField>
  )
}

/** On a connection with templates: what is sent to contacts who have not written within its reply window. */
function TemplateField({ form }: FieldProps) {
  useSignals()
  const t = useTexts('schedule').schedule.fields
  const connections = useConnections()
  const { whatsappId, template } = form.values.value
  const channel = connections?.find(({ id }) => id === whatsappId)?.channel
  if (whatsappId === null || (channel ? !channelRules[channel].templates : !template)) return null
  return (
    <section className="stack" aria-label={t.template}>
      <p className="field-help">{t.templateHelp}</p>
      <TemplateFields
        whatsappId={whatsappId}
        choice={template}
        onChoose={(choice) => form.set({ template: choice })}
        errorAt={(path) => form.errorAt(path === 'template' ? path : `template.${path}`)}
        help={t.templateValuesHelp}
      />
    </section>
  )
}

function ScheduleFileField({ form }: { form: ScheduleFormModel }) {
  const t = useTexts('schedule').schedule.fields
  return (
    <FormField form={form} name="attachment" label={t.attachment} group>
      {({ value, onValueChange }) => <FileInput value={value} onValueChange={onValueChange} />}
    </FormField>
  )
}

const unitOrder = [intervals.minute, intervals.day, intervals.week, intervals.month]

function ScheduleRepeatFields({ form }: { form: ScheduleFormModel }) {
  useSignals()
  const t = useTexts('schedule').schedule.fields
  const { intervalo, repeats } = form.fields
  const units = unitOrder.map((value) => ({ value, label: t.units[value] }))
  const rules = Object.values(dayRules).map((value) => ({ value, label: t.dayRules[value] }))
  return (
    <div className="schedule-part stack gap-3">
      <SwitchField form={form} name="repeats" label={t.repeat} help={t.repeatHelp} />
      {repeats.value.value && (
        <div className="schedule-part-fields">
          <NumberField
            form={form}
            name="valorIntervalo"
            label={t.interval}
            example={1}
            beside={
              <Select<number>
                label={t.intervalUnit}
                value={intervalo.value.value}
                onValueChange={intervalo.set}
                options={units}
              />
            }
          />
          <NumberField form={form} name="enviarQuantasVezes" label={t.times} example={5} />
        </div>
      )}
      <FormField form={form} name="tipoDias" label={t.days}>
        {(field) => <Select<number> {...field} options={rules} />}
      </FormField>
    </div>
  )
}

interface ScheduleTicketFieldsProps {
  form: ScheduleFormModel
  schedule: ScheduleView | undefined
}

function ScheduleTicketFields({ form, schedule }: ScheduleTicketFieldsProps) {
  useSignals()
  const t = useTexts('schedule').schedule.fields
  const isOpen = form.fields.openTicket.value.value
  const queues = useOwnQueues(isOpen)
  const users = useUsers(isOpen)
  const statuses = ticketStatusChoices.map((value) => ({ value, label: t.statuses[value] }))
  return (
    <div className="schedule-part stack gap-3">
      <SwitchField form={form} name="openTicket" label={t.openTicket} help={t.openTicketHelp} />
      {isOpen && (
        <div className="schedule-part-fields">
          <FormField form={form} name="statusTicket" label={t.statusTicket}>
            {(field) => <Select {...field} options={statuses} />}
          </FormField>
          <FormField form={form} name="queueId" label={t.queue}>
            {(field) => (
              <Combobox<number> {...field} options={optionsOf(queues)} selected={optionOrNone(schedule?.queue)} />
            )}
          </FormField>
          <FormField form={form} name="ticketUserId" label={t.user}>
            {(field) => (
              <Combobox<number>
                {...field}
                placeholder={t.userPlaceholder}
                options={optionsOf(users)}
                selected={optionOrNone(schedule?.ticketUser)}
              />
            )}
          </FormField>
        </div>
      )}
    </div>
  )
}

/** Returns the possible owners of the ticket: the user, or all users for admins. */
function useUsers(isOpen: boolean): readonly Pick<UserPick, 'id' | 'name'>[] {
  const user = useUser()
  const users = useLookup((api, signal) => api.get('/users/list', { signal }), isOpen && isAdmin(user))
  return isAdmin(user) ? (users ?? []) : [user]
}
