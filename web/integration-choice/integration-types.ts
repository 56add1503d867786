import type { IntegrationType } from '../../src/integration/integration-types.contract'
import { Bot, MessagesSquare, Route, Webhook, Workflow, type LucideIcon } from '../ui/icons'

/** Names of products, the same in every language; `flowbuilder` has a translated one beside it. */
export const typeNames: Record<IntegrationType, string> = {
  dialogflow: 'Dialogflow',
  n8n: 'n8n',
  webhook: 'Webhook',
  typebot: 'Typebot',
  flowbuilder: 'Flowbuilder',
}

export const typeIcons: Record<IntegrationType, LucideIcon> = {
  dialogflow: MessagesSquare,
  n8n: Workflow,
  webhook: Webhook,
  typebot: Bot,
  flowbuilder: Route,
}
