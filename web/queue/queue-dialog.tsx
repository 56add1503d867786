import type { QueueView, WholeQueueView } from '../../src/queue/queue.record'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { Dialog } from '../ui/dialog/dialog'
import { SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { AssignmentFields } from './assignment-fields'
import { useQueueUpdate } from './chatbot/chatbot-conflict'
import { ChatbotEditor } from './chatbot/chatbot-editor'
import {
  assignmentFields,
  chatbotFields,
  hoursFields,
  newQueue,
  QueueForm,
  queueFields,
  queueSwitches,
  slaFields,
  valuesOfQueue,
  type QueueValues,
} from './queue-form'
import { SlaField } from './sla-field'
import { WeekHoursField } from './week-hours-field'
import { useFetched, useLookup } from '../app/use-fetched'
import { TextField, FormField } from '../ui/form/form-field'
import { useSignals } from '@preact/signals-react/runtime'
import { useIntegrations } from '../integration/integration.choice'
import { SettingGateNote } from '../app/setting-gate-note'
import { Combobox, MultiCombobox } from '../ui/select/combobox'
import { ColorInput } from '../ui/field/color-input'
import type { FormModel } from '../ui/form/form'
import { NumberField } from '../ui/form/number-field'
import { SwitchField } from '../ui/field/switch-field'
import { useFileLists } from './chatbot/option-fields'
import type { ApiClient } from '../api/api-client'
import { optionsOf } from '../ui/select/option'

interface QueueDialogProps {
  queue: QueueView | undefined
  queues: readonly QueueView[]
  close: () => void
}

export function QueueDialog({ queue, ...props }: QueueDialogProps) {
  return queue ? <EditQueue id={queue.id} {...props} /> : <NewQueue {...props} />
}

function EditQueue({ id, queues, close }: Omit<QueueDialogProps, 'queue'> & { id: number }) {
  const t = useTexts('queue').queue
  const {
    answer: queue,
    error,
    retry,
  } = useFetched((api, signal) => api.get('/queue/:id', { params: { id }, signal }), { key: id })
  if (queue) return <QueueFormDialog queue={queue} queues={queues} close={close} />
  return <Loading title={t.editTitle} error={error} retry={retry} close={close} />
}

function NewQueue(props: Omit<QueueDialogProps, 'queue'>) {
  const t = useTexts('queue').queue
  const { id } = useUser()
  const { answer: links, error, retry } = useFetched((api, signal) => suggestLinks(api, id, signal))
  if (links) return <QueueFormDialog links={links} {...props} />
  return <Loading title={t.addTitle} error={error} retry={retry} close={props.close} />
}

interface LoadingProps {
  title: string
  error: unknown
  retry: () => void
  close: () => void
}

function Loading({ title, error, retry, close }: LoadingProps) {
  return (
    <Dialog open size="l" title={title} onClose={close}>
      <div className="queue-tab">
        {error === undefined ? <SkeletonRows count={6} /> : <ErrorState error={error} onRetry={retry} />}
      </div>
    </Dialog>
  )
}

interface QueueFormDialogProps extends Omit<QueueDialogProps, 'queue'> {
  queue?: WholeQueueView
  links?: QueueLinks
}

const noLinks: QueueLinks = { userIds: [], connectionIds: [] }

function QueueFormDialog({ queue, queues, links = noLinks, close }: QueueFormDialogProps) {
  const t = useTexts('queue').queue
  const { api } = useApp()
  const { scheduleType, sendNotificationWAUser } = useUser().company.companieSettings
  const { update, question } = useQueueUpdate()
  const hasHours = scheduleType === 'queue'
  return (
    <>
      <RecordDialog
        record={queue}
        texts={t}
        schema={QueueForm}
        initial={queue ? valuesOfQueue(queue) : newQueue(queues, links)}
        save={(body, changes) => (queue ? update(queue, changes) : api.post('/queue', { body }))}
        close={close}
        shownBy={queueSwitches}
        tabsLabel={t.tabs.label}
        tabs={[
          {
            label: t.tabs.data,
            fields: queueFields,
            content: (form) => (
              <QueueFields form={form} queueId={queue?.id} notifies={sendNotificationWAUser === 'enabled'} />
            ),
          },
          {
            label: t.tabs.assignment,
            fields: assignmentFields,
            content: (form) => <AssignmentFields form={form} />,
          },
          { label: t.tabs.chatbot, fields: chatbotFields, content: (form) => <ChatbotEditor form={form} /> },
          hasHours && {
            label: t.tabs.schedules,
            fields: hoursFields,
            content: (form) => (
              <div className="queue-tab">
                <TextField
                  form={form}
                  name="outOfHoursMessage"
                  label={t.fields.outOfHours}
                  help={t.fields.outOfHoursHelp}
                  rows={3}
                />
                <WeekHoursField form={form} help={t.fields.hoursHelp} />
              </div>
            ),
          },
          { label: t.tabs.sla, fields: slaFields, content: (form) => <SlaField form={form} /> },
        ]}
      />
      {question}
    </>
  )
}

interface QueueFieldsProps {
  form: FormModel<QueueValues>
  queueId: number | undefined
  notifies: boolean
}

function QueueFields({ form, queueId, notifies }: QueueFieldsProps) {
  useSignals()
  const t = useTexts('queue').queue.fields
  const closes = form.fields.closeTicket.value.value
  const offers = form.fields.chatbots.value.value.length > 0
  const links = useLinkOptions()
  const fileLists = useFileLists()
  const integrates = useUser().plan.useIntegrations
  const integrations = useIntegrations(integrates)
  const messagesAgent = form.fields.createTicketSendNotificationWAUser.value.value
  return (
    <div className="queue-tab queue-fields">
      <div className="queue-tab">
        <TextField form={form} name="name" label={t.name} required placeholder={t.namePlaceholder} />
        <FormField form={form} name="color" label={t.color} required>
          {(field) => <ColorInput {...field} />}
        </FormField>
        <NumberField form={form} name="orderQueue" label={t.order} help={t.orderHelp} example={1} />
        <FormField form={form} name="userIds" label={t.users} help={t.usersHelp}>
          {(field) => <MultiCombobox<number> {...field} options={links.users} />}
        </FormField>
        <FormField form={form} name="connectionIds" label={t.connections} help={t.connectionsHelp}>
          {(field) => <MultiCombobox<number> {...field} options={links.connections} />}
        </FormField>
        <TextField form={form} name="greetingMessage" label={t.greeting} help={t.greetingHelp} rows={4} />
        {!offers && links.isOnlyOne(queueId, form.fields.connectionIds.value.value) && (
          <SettingGateNote gate="onlyQueueGreeting" />
        )}
      </div>
      <div className="queue-tab">
        <FormField form={form} name="fileListId" label={t.files} help={t.filesHelp}>
          {(field) => <Combobox<number> {...field} options={fileLists} />}
        </FormField>
        {integrates && (
          <FormField form={form} name="integrationId" label={t.integration} help={t.integrationHelp}>
            {(field) => (
              <Combobox<number> {...field} options={integrations ?? []} placeholder={t.noIntegration} clearable />
            )}
          </FormField>
        )}
        <SwitchField
          form={form}
          name="closeTicket"
          label={t.closes}
          help={offers ? t.closesNot : t.closesHelp}
          disabled={offers && !closes}
        />
        <SettingGateNote gate="queueNotification" />
        {notifies && (
          <SwitchField form={form} name="createTicketSendNotificationWAUser" label={t.notify} help={t.notifyHelp} />
        )}
        {notifies && messagesAgent && (
          <TextField
            form={form}
            name="messageNotification"
            label={t.notification}
            help={t.notificationHelp}
            required
            rows={2}
          />
        )}
      </div>
    </div>
  )
}

type QueueLinks = Pick<QueueValues, 'userIds' | 'connectionIds'>

async function fetchChoices(api: ApiClient, signal: AbortSignal) {
  const [users, connections] = await Promise.all([api.get('/users/list', { signal }), api.get('/whatsapp', { signal })])
  return { users, connections }
}

function useLinkOptions() {
  const found = useLookup(fetchChoices)
  const connections = found?.connections ?? []
  return {
    users: optionsOf(found?.users ?? []),
    connections: optionsOf(connections),
    isOnlyOne: (queueId: number | undefined, chosen: readonly number[]) =>
      connections.some(({ id, queues }) => chosen.includes(id) && queues.every((queue) => queue.id === queueId)),
  }
}

/** Of a new queue: its maker, people who have no queue, and the connections whose contacts would wait in none. */
async function suggestLinks(api: ApiClient, ownId: number, signal: AbortSignal): Promise<QueueLinks> {
  const { users, connections } = await fetchChoices(api, signal)
  const joining = users.filter((user) => user.id === ownId || (user.profile === 'user' && user.queues.length === 0))
  const bare = connections.filter((connection) => connection.queues.length === 0)
  return { userIds: joining.map(({ id }) => id), connectionIds: bare.map(({ id }) => id) }
}
