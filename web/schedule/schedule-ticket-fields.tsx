import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { ticketStatusChoices } from '../../src/schedule/schedule.contract'
import type { UserPick } from '../../src/user/user.contract'
import { useApp } from '../app-context'
import { errorText } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { queueOptions, useAllQueues } from '../ticket/inbox/use-queues'
import { Combobox } from '../ui/combobox'
import { FormField } from '../ui/form-field'
import { Select } from '../ui/select'
import { SwitchField } from '../ui/switch-field'
import { useUi } from '../ui/ui-context'
import type { ScheduleFormModel } from './schedule-form'

/** Whether the message opens a ticket, and where that one stands then. */
export function ScheduleTicketFields({ form }: { form: ScheduleFormModel }) {
  useSignals()
  const t = useTexts('schedule').schedule.fields
  const isOpen = form.fields.openTicket.value.value
  const queues = useAllQueues(isOpen)
  const users = useUsers(isOpen)
  const statuses = ticketStatusChoices.map((value) => ({ value, label: t.statuses[value] }))
  return (
    <div className="schedule-part">
      <SwitchField form={form} name="openTicket" label={t.openTicket} help={t.openTicketHelp} />
      {isOpen && (
        <div className="schedule-part-fields">
          <FormField form={form} name="statusTicket" label={t.statusTicket}>
            {(field) => <Select {...field} options={statuses} />}
          </FormField>
          <FormField form={form} name="queueId" label={t.queue}>
            {(field) => <Combobox<number> {...field} options={queueOptions(queues)} />}
          </FormField>
          <FormField form={form} name="ticketUserId" label={t.user}>
            {(field) => (
              <Combobox<number>
                {...field}
                placeholder={t.userPlaceholder}
                options={users.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
          </FormField>
        </div>
      )}
    </div>
  )
}

function useUsers(wanted: boolean) {
  const { api } = useApp()
  const { toast } = useUi()
  const texts = useTexts()
  const [users, setUsers] = useState<readonly UserPick[]>([])
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    api.get<UserPick[]>('/users/list', undefined, { signal: stop.signal }).then(
      (found) => setUsers(found),
      (cause: unknown) => !stop.signal.aborted && toast.error(errorText(texts, cause)),
    )
    return () => stop.abort()
  }, [api, wanted])
  return users
}
