import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { ticketStatusChoices } from '../../src/schedule/schedule.contract'
import type { UserPick } from '../../src/user/user.calls'
import { useApp, useUser } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import { isAdmin } from '../app/screen-access'
import { queueOptions, useOwnQueues } from '../queue/use-queues'
import { Combobox } from '../ui/select/combobox'
import { FormField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import { useUi } from '../ui/context/ui-context'
import type { ScheduleFormModel } from './schedule-form'

interface ScheduleTicketFieldsProps {
  form: ScheduleFormModel
  schedule: ScheduleView | undefined
}

/** Whether and how the message opens a ticket. An admin's choice that the user may not make is kept. */
export function ScheduleTicketFields({ form, schedule }: ScheduleTicketFieldsProps) {
  useSignals()
  const t = useTexts('schedule').schedule.fields
  const isOpen = form.fields.openTicket.value.value
  const queues = useOwnQueues(isOpen)
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
            {(field) => (
              <Combobox<number>
                {...field}
                options={queueOptions(queues)}
                selected={schedule?.queue ? (queueOptions([schedule.queue])[0] ?? null) : null}
              />
            )}
          </FormField>
          <FormField form={form} name="ticketUserId" label={t.user}>
            {(field) => (
              <Combobox<number>
                {...field}
                placeholder={t.userPlaceholder}
                options={users.map(userOption)}
                selected={schedule?.ticketUser ? userOption(schedule.ticketUser) : null}
              />
            )}
          </FormField>
        </div>
      )}
    </div>
  )
}

const userOption = ({ id, name }: Pick<UserPick, 'id' | 'name'>) => ({ value: id, label: name })

/** Returns the possible owners of the ticket: the user, or all users for admins. */
function useUsers(isOpen: boolean): readonly Pick<UserPick, 'id' | 'name'>[] {
  const { api } = useApp()
  const user = useUser()
  const wanted = isOpen && isAdmin(user)
  const { toast } = useUi()
  const errorText = useErrorText()
  const [users, setUsers] = useState<readonly UserPick[]>([])
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    api.get('/users/list', { signal: stop.signal }).then(
      (found) => setUsers(found),
      (cause: unknown) => !stop.signal.aborted && toast.error(errorText(cause)),
    )
    return () => stop.abort()
  }, [api, wanted])
  return isAdmin(user) ? users : [user]
}
