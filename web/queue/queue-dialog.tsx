import type { QueueView, WholeQueueView } from '../../src/queue/queue.record'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { Dialog } from '../ui/dialog/dialog'
import { SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { useQueueUpdate } from './chatbot/chatbot-conflict'
import { ChatbotEditor } from './chatbot/chatbot-editor'
import { QueueFields, type QueueLinks, suggestLinks } from './queue-fields'
import {
  chatbotFields,
  hoursFields,
  newQueue,
  QueueForm,
  queueFields,
  queueSwitches,
  valuesOfQueue,
} from './queue-form'
import { WeekHoursField } from './week-hours-field'
import { useFetched } from '../app/use-fetched'
import { TextField } from '../ui/form/form-field'

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
        ]}
      />
      {question}
    </>
  )
}
