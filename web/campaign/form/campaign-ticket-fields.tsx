import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { CampaignView } from '../../../src/campaign/campaign.calls'
import { ticketStatusChoices } from '../../../src/campaign/campaign.contract'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useOwnQueues } from '../../queue/use-queues'
import { Combobox } from '../../ui/select/combobox'
import { FormField } from '../../ui/form/form-field'
import { Select } from '../../ui/select/select'
import { SwitchField } from '../../ui/field/switch-field'
import type { CampaignFormModel } from './campaign-form'
import { optionOrNone, optionsOf } from '../../ui/select/option'

const searchLengthMin = 3

interface CampaignTicketFieldsProps {
  form: CampaignFormModel
  campaign: CampaignView | undefined
}

/** Whether messages open a ticket, and its user and queue. */
export function CampaignTicketFields({ form, campaign }: CampaignTicketFieldsProps) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  const { api } = useApp()
  const isOpen = form.fields.openTicket.value.value
  const queues = useOwnQueues(isOpen)
  const [searchUsers] = useState(() => async (query: string, signal: AbortSignal) => {
    const { users } = await api.get('/users', { query: { searchParam: query, pageNumber: 1 }, signal })
    return optionsOf(users)
  })
  return (
    <>
      <SwitchField form={form} name="openTicket" label={t.openTicket} help={t.openTicketHelp} />
      {isOpen && (
        <div className="campaign-triple">
          <FormField form={form} name="statusTicket" label={t.statusTicket}>
            {(field) => (
              <Select {...field} options={ticketStatusChoices.map((value) => ({ value, label: t.statuses[value] }))} />
            )}
          </FormField>
          <FormField form={form} name="queueId" label={t.queue}>
            {(field) => (
              <Combobox<number> {...field} options={optionsOf(queues)} selected={optionOrNone(campaign?.queue)} />
            )}
          </FormField>
          <FormField form={form} name="userId" label={t.user}>
            {(field) => (
              <Combobox<number>
                {...field}
                search={searchUsers}
                lengthMin={searchLengthMin}
                selected={optionOrNone(campaign?.user)}
              />
            )}
          </FormField>
        </div>
      )}
    </>
  )
}
