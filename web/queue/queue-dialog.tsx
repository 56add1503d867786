import type { QueueView } from '../../src/queue/queue.calls'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { changedParts } from '../ui/changed-parts'
import { useForm } from '../ui/form'
import { FormDialog } from '../ui/form-dialog'
import { FormField } from '../ui/form-field'
import { Tabs } from '../ui/tabs'
import { TextArea } from '../ui/text-area'
import { useFormTabs } from '../ui/use-form-tabs'
import { useUi } from '../ui/ui-context'
import { QueueFields } from './queue-fields'
import { newQueue, QueueForm, type QueueTab, queueTabs, type QueueValues, valuesOf } from './queue-form'
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
  const { toast } = useUi()
  const { scheduleType, sendNotificationWAUser } = useUser().company.companieSettings
  const hasHours = scheduleType === 'queue'
  const form = useForm({
    schema: QueueForm,
    initial: queue ? valuesOf(queue, hasHours) : newQueue(queues, hasHours),
    save: (body) =>
      queue
        ? api.put('/queue/:id', { params: { id: queue.id }, body: changedParts(body, queue) })
        : api.post('/queue', { body }),
  })
  const tabs = useFormTabs<QueueValues, QueueTab>(form, queueTabs)

  function saved() {
    toast.success(queue ? t.saved : t.created)
    close()
  }

  const fields = <QueueFields form={form} notifies={sendNotificationWAUser === 'enabled'} />
  const hours = (
    <>
      <FormField form={form} name="outOfHoursMessage" label={t.fields.outOfHours} help={t.fields.outOfHoursHelp}>
        {(field) => <TextArea {...field} rows={3} />}
      </FormField>
      <WeekHoursField form={form} help={t.fields.hoursHelp} />
    </>
  )
  return (
    <FormDialog
      size={hasHours ? 'l' : undefined}
      title={queue ? t.editTitle : t.addTitle}
      form={tabs.form}
      close={close}
      onSaved={saved}
    >
      {!hasHours && fields}
      {hasHours && (
        <Tabs
          label={t.tabs.label}
          value={tabs.tab}
          onValueChange={tabs.setTab}
          items={[
            { value: 'data', label: t.tabs.data },
            { value: 'schedules', label: t.tabs.schedules },
          ]}
        >
          <div className="dialog-tab">{tabs.tab === 'data' ? fields : hours}</div>
        </Tabs>
      )}
    </FormDialog>
  )
}
