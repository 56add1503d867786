import { useSignals } from '@preact/signals-react/runtime'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { useIntegrations } from '../integration/integration.choice'
import { SettingGateNote } from '../app/setting-gate-note'
import { Combobox, MultiCombobox } from '../ui/select/combobox'
import { ColorInput } from '../ui/field/color-input'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { SwitchField } from '../ui/field/switch-field'
import { useFileLists } from './chatbot/option-fields'
import { suggestedRouterMinutes, type QueueValues } from './queue-form'
import type { ApiClient } from '../api/api-client'
import { useLookup } from '../app/use-fetched'
import { optionsOf } from '../ui/select/option'

const routerMinutesMax = 1440

interface QueueFieldsProps {
  form: FormModel<QueueValues>
  queueId: number | undefined
  /** Whether the company notifies colleagues' phones of new tickets. */
  notifies: boolean
}

export function QueueFields({ form, queueId, notifies }: QueueFieldsProps) {
  useSignals()
  const t = useTexts('queue').queue.fields
  const routes = form.fields.ativarRoteador.value.value
  const minutes = form.fields.tempoRoteador
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
        <SwitchField
          form={form}
          name="ativarRoteador"
          label={t.router}
          help={t.routerHelp}
          onChange={(on) => on && minutes.value.value === 0 && minutes.set(suggestedRouterMinutes)}
        />
        {routes && (
          <NumberField
            form={form}
            name="tempoRoteador"
            label={t.routerTime}
            required
            min={1}
            max={routerMinutesMax}
            unit={t.minutes}
            example={2}
          />
        )}
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

export type QueueLinks = Pick<QueueValues, 'userIds' | 'connectionIds'>

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
    /** Whether one of the chosen connections offers no other queue. */
    isOnlyOne: (queueId: number | undefined, chosen: readonly number[]) =>
      connections.some(({ id, queues }) => chosen.includes(id) && queues.every((queue) => queue.id === queueId)),
  }
}

/** Of a new queue: its maker, people who have no queue, and the connections whose contacts would wait in none. */
export async function suggestLinks(api: ApiClient, ownId: number, signal: AbortSignal): Promise<QueueLinks> {
  const { users, connections } = await fetchChoices(api, signal)
  const joining = users.filter((user) => user.id === ownId || (user.profile === 'user' && user.queues.length === 0))
  const bare = connections.filter((connection) => connection.queues.length === 0)
  return { userIds: joining.map(({ id }) => id), connectionIds: bare.map(({ id }) => id) }
}
