import type { ConnectionView } from '../../../src/connection/connection.calls'
import type { ChatbotView } from '../../../src/queue/chatbot/chatbot.calls'
import type { ListedQueueView } from '../../../src/queue/queue.calls'
import { useLookup } from '../../app/use-fetched'
import { useTexts } from '../../i18n/i18n'
import type { Option } from '../../ui/select/option'
import type { AddedKind } from './trigger-form'

/** The connections, queues and options that may start a flow. The second line says what they start now. */
export function useTriggerChoices(kind: AddedKind, flowId: number) {
  const t = useTexts('flow').flow.triggers
  const connections = useLookup((api, signal) => api.get('/whatsapp', { signal })) ?? []
  const queues = useLookup((api, signal) => api.get('/queue', { query: {}, signal })) ?? []
  const replaces = (isTaken: boolean) => (isTaken ? { description: t.replaces } : {})
  const field = kind === 'welcome' ? 'flowIdWelcome' : kind === 'notPhrase' ? 'flowIdNotPhrase' : undefined
  return {
    connections: connections.map((connection): Option<number> => {
      const present = field && (connection as Partial<ConnectionView>)[field]
      const isTaken = present !== null && present !== undefined && present !== flowId
      return { value: connection.id, label: connection.name, ...replaces(isTaken) }
    }),
    // A queue that only informs closes the ticket first.
    queues: queues
      .filter(({ closeTicket }) => !closeTicket)
      .map(({ id, name, color, integrationId }): Option<number> => {
        return { value: id, label: name, color, ...replaces(integrationId !== null) }
      }),
    options: queues.flatMap((queue) => optionsIn(queue).map((option) => ({ ...option, color: queue.color }))),
  }
}

/** Options with others below them cannot lead to a flow. */
function optionsIn({ name, chatbots = [] }: ListedQueueView): Option<number>[] {
  const walk = (path: string, options: readonly ChatbotView[]): Option<number>[] =>
    options.flatMap(({ id, name: own, options: below }) =>
      below.length > 0 ? walk(`${path} › ${own}`, below) : [{ value: id, label: `${path} › ${own}` }],
    )
  return walk(name, chatbots)
}
