import type { QueueView } from '../../src/queue/queue.calls'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { FormField } from '../ui/form-field'
import { TextArea } from '../ui/text-area'
import { QueueFields } from './queue-fields'
import { hoursFields, newQueue, QueueForm, queueFields, valuesOfQueue } from './queue-form'
import { WeekHoursField } from './week-hours-field'

interface QueueDialogProps {
  /** Undefined to add one. */
  queue: QueueView | undefined
  queues: readonly QueueView[]
  close: () => void
}

export function QueueDialog({ queue, queues, close }: QueueDialogProps) {
  const t = useTexts('queue').queue
  const { api } = useApp()
  const { scheduleType, sendNotificationWAUser } = useUser().company.companieSettings
  const hasHours = scheduleType === 'queue'
  return (
    <RecordDialog
      record={queue}
      texts={t}
      schema={QueueForm}
      initial={queue ? valuesOfQueue(queue, hasHours) : newQueue(queues, hasHours)}
      save={(body, changes) =>
        queue ? api.put('/queue/:id', { params: { id: queue.id }, body: changes }) : api.post('/queue', { body })
      }
      close={close}
      tabsLabel={t.tabs.label}
      tabs={[
        {
          label: t.tabs.data,
          fields: queueFields,
          content: (form) => <QueueFields form={form} notifies={sendNotificationWAUser === 'enabled'} />,
        },
        hasHours && {
          label: t.tabs.schedules,
          fields: hoursFields,
          content: (form) => (
            <>
              <FormField
                form={form}
                name="outOfHoursMessage"
                label={t.fields.outOfHours}
                help={t.fields.outOfHoursHelp}
              >
                {(field) => <TextArea {...field} rows={3} />}
              </FormField>
              <WeekHoursField form={form} help={t.fields.hoursHelp} />
            </>
          ),
        },
      ]}
    />
  )
}
