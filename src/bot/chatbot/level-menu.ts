import { listQueuesOfConnection } from '../../connection/save/connection-queues.view'
import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ChatbotRow } from '../../queue/chatbot/chatbot.queries'
import { botTexts } from '../bot-texts'
import { menuMessage } from '../menu'

interface Level {
  intro: string
  options: readonly ChatbotRow[]
  isFirst: boolean
}

export function levelMenu(ctx: CompanyContext, connection: Connection, { intro, options, isFirst }: Level) {
  const { back, leave } = botTexts(ctx)
  const hasBack = !isFirst || listQueuesOfConnection(ctx, connection.id).length > 1
  const choices = options.map((option) => ({ id: choiceOf(option), name: option.name }))
  return menuMessage(ctx, connection, { intro, choices, back: hasBack ? back : undefined, leave })
}

export const choiceOf = ({ id }: Pick<ChatbotRow, 'id'>) => `option-${id}`
