import { listQueuesOfConnection } from '../../connection/save/connection-queues.view'
import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ChatbotOption } from '../../queue/chatbot/chatbot.queries'
import { menuText } from '../../queue/chatbot/menu-text.contract'
import { botTexts } from '../bot-texts'

interface Level {
  intro: string
  options: readonly ChatbotOption[]
  isFirst: boolean
}

/** Returns a level as a numbered text, with the words for returning and leaving. */
export function levelText(ctx: CompanyContext, { id }: Connection, { intro, options, isFirst }: Level): string {
  const { back, leave } = botTexts(ctx)
  const hasBack = !isFirst || listQueuesOfConnection(ctx, id).length > 1
  return menuText({ intro, names: options.map(({ name }) => name), back: hasBack ? back : undefined, leave })
}
