import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../i18n/i18n'
import { ColorInput } from '../ui/color-input'
import type { FormModel } from '../ui/form'
import { FormField } from '../ui/form-field'
import { NumberInput } from '../ui/number-input'
import { SwitchField } from '../ui/switch-field'
import { TextArea } from '../ui/text-area'
import { TextInput } from '../ui/text-input'
import { orderMax, type QueueValues } from './queue-form'

const routerMinutesMax = 1440

interface QueueFieldsProps {
  form: FormModel<QueueValues>
  /** The company tells colleagues' phones of new tickets. */
  notifies: boolean
}

export function QueueFields({ form, notifies }: QueueFieldsProps) {
  useSignals()
  const t = useTexts('queue').queue.fields
  const routes = form.fields.ativarRoteador.value.value
  const tells = form.fields.createTicketSendNotificationWAUser.value.value
  return (
    <>
      <FormField form={form} name="name" label={t.name} required>
        {(field) => <TextInput {...field} placeholder={t.namePlaceholder} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="color" label={t.color} required>
        {(field) => <ColorInput {...field} />}
      </FormField>
      <FormField form={form} name="orderQueue" label={t.order} help={t.orderHelp}>
        {(field) => <NumberInput {...field} min={0} max={orderMax} />}
      </FormField>
      <FormField form={form} name="greetingMessage" label={t.greeting} help={t.greetingHelp}>
        {(field) => <TextArea {...field} rows={4} />}
      </FormField>
      <SwitchField form={form} name="closeTicket" label={t.closes} help={t.closesHelp} />
      <SwitchField form={form} name="ativarRoteador" label={t.router} help={t.routerHelp} />
      {routes && (
        <FormField form={form} name="tempoRoteador" label={t.routerTime} required>
          {(field) => <NumberInput {...field} min={1} max={routerMinutesMax} unit={t.minutes} />}
        </FormField>
      )}
      {notifies && (
        <SwitchField form={form} name="createTicketSendNotificationWAUser" label={t.notify} help={t.notifyHelp} />
      )}
      {notifies && tells && (
        <FormField form={form} name="messageNotification" label={t.notification} help={t.notificationHelp} required>
          {(field) => <TextArea {...field} rows={2} />}
        </FormField>
      )}
    </>
  )
}
