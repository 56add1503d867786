import { useSignals } from '@preact/signals-react/runtime'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { ticketStatusChoices } from '../../src/schedule/schedule.contract'
import type { UserPick } from '../../src/user/user.calls'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { isAdmin } from '../app/screen-access'
import { useOwnQueues } from '../queue/use-queues'
import { Combobox } from '../ui/select/combobox'
import { FormField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import type { ScheduleFormModel } from './schedule-form'
import { optionOrNone, optionsOf } from '../ui/select/option'
import { useLookup } from '../app/use-fetched'

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
