import * as v from 'valibot'
import { QueueBody, type QueueView } from '../../src/queue/queue.contract'
import { useApp } from '../app-context'
import { useTexts } from '../i18n/i18n'
import { ColorInput } from '../ui/color-input'
import { swatchColours } from '../ui/colour'
import { useForm } from '../ui/form'
import { FormDialog } from '../ui/form-dialog'
import { FormField } from '../ui/form-field'
import { NumberInput } from '../ui/number-input'
import { TextArea } from '../ui/text-area'
import { TextInput } from '../ui/text-input'
import { useUi } from '../ui/ui-context'

const { name, color, orderQueue, greetingMessage } = QueueBody.entries
const QueueForm = v.object({
  name,
  color,
  orderQueue: orderQueue.wrapped,
  greetingMessage: greetingMessage.wrapped,
})
const orderMax = 100_000

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
  const form = useForm({
    schema: QueueForm,
    initial: queue ? pickFields(queue) : newQueue(queues),
    save: (body) => (queue ? api.put(`/queue/${queue.id}`, body) : api.post('/queue', body)),
  })

  function saved() {
    toast.success(queue ? t.saved : t.created)
    close()
  }

  return (
    <FormDialog title={queue ? t.editTitle : t.addTitle} form={form} close={close} onSaved={saved}>
      <FormField form={form} name="name" label={t.fields.name} required>
        {(field) => <TextInput {...field} placeholder={t.fields.namePlaceholder} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="color" label={t.fields.color} required>
        {(field) => <ColorInput {...field} />}
      </FormField>
      <FormField form={form} name="orderQueue" label={t.fields.order} help={t.fields.orderHelp}>
        {(field) => <NumberInput {...field} min={0} max={orderMax} />}
      </FormField>
      <FormField form={form} name="greetingMessage" label={t.fields.greeting} help={t.fields.greetingHelp}>
        {(field) => <TextArea {...field} rows={4} />}
      </FormField>
    </FormDialog>
  )
}

function pickFields({ name, color, orderQueue, greetingMessage }: QueueView) {
  return { name, color: color.toUpperCase(), orderQueue, greetingMessage }
}

/** A colour that no queue has yet, at the end of the order. */
function newQueue(queues: readonly QueueView[]) {
  const taken = new Set(queues.map((queue) => queue.color.toUpperCase()))
  const free = swatchColours.find((colour) => !taken.has(colour))
  const last = Math.max(0, ...queues.map((queue) => queue.orderQueue))
  return { name: '', color: free ?? '', orderQueue: Math.min(orderMax, last + 1), greetingMessage: '' }
}
