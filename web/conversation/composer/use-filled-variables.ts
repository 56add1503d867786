import { useUser } from '../../app/app-context'
import { replaceVariables, variableValues } from '../../../src/message/compose/message-variables.contract'
import { useFormat } from '../../i18n/i18n'
import { useConversation } from '../state/conversation-context'

/** Fills the variables of a quick reply for the open conversation. */
export function useFilledVariables() {
  const { model } = useConversation()
  const { company, name: userName } = useUser()
  const format = useFormat()
  return (text: string) => {
    const { id, contact, queue, whatsapp, createdAt } = model.ticket.peek()
    const now = new Date()
    return replaceVariables(
      text,
      variableValues({
        contact,
        userName,
        queue: queue?.name ?? '',
        connection: whatsapp?.name ?? '',
        company: company.name,
        ticketId: id,
        createdDay: format.isoDay(createdAt),
        now: { day: format.isoDay(now), time: format.time(now) },
      }),
    )
  }
}
