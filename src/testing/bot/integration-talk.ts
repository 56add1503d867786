import { lastBotErrors } from '../../bot/bot-errors'
import { createIntegration } from '../../integration/integration.commands'
import type { IntegrationBody } from '../../integration/integration.contract'
import { emptyIntegration } from './bot-bodies'
import { createTalk } from './bots'
import { findTicketRowOf } from '../conversation/conversation'
import { startDialogflow } from '../services/dialogflow/start-dialogflow'
import { startN8n } from '../services/n8n/start-n8n'
import { startTypebot, type TypebotStep } from '../services/typebot/start-typebot'

export type IntegrationTalk = Awaited<ReturnType<typeof createIntegrationTalk>>

/** A ticket that its integration has left to the agents. */
export const waitingTicket = { status: 'pending', userId: null, isBot: false, useIntegration: false }

/** Starts a conversation that a simulated n8n, Typebot or Dialogflow answers, or a service at another address. */
export async function createIntegrationTalk(otherAddress?: string) {
  const bots: Record<string, TypebotStep[]> = {}
  const [n8n, dialogflow, typebot] = [startN8n(), startDialogflow(), startTypebot(bots)]
  const simulated = [n8n, typebot, dialogflow].map(({ address }) => address)
  const allowed = [...simulated, ...(otherAddress === undefined ? [] : [otherAddress])].join(',')
  const talk = await createTalk({
    environment: { ...dialogflow.environment, OUTGOING_ALLOW: allowed, PUBLIC_URL: 'https://recado.test' },
  })

  async function use(given: Partial<IntegrationBody> & Pick<IntegrationBody, 'type'>, connected = true) {
    const { id } = await createIntegration(talk.ctxAs(talk.ana), { ...emptyIntegration, ...given })
    talk.connect({ greetingMessage: 'Menu', complationMessage: 'Até logo' }, { integrationId: connected ? id : null })
    return id
  }

  return {
    talk,
    n8n,
    typebot,
    dialogflow,
    bots,
    use,
    useN8n: (more: Partial<IntegrationBody> = {}, connected = true) =>
      use({ type: 'n8n', urlN8N: n8n.url, ...more }, connected),
    useTypebot(steps: TypebotStep[], more: Partial<IntegrationBody> = {}) {
      bots['loja'] = steps
      return use({ type: 'typebot', urlN8N: typebot.url, typebotSlug: 'loja', ...more })
    },
    useDialogflow: (more: Partial<IntegrationBody> = {}) =>
      use({ type: 'dialogflow', projectName: 'loja-test', jsonContent: dialogflow.serviceAccount(), ...more }),
    async ask(text: string) {
      talk.write(text)
      await talk.pass(1)
      return talk.newTexts()
    },
    ticket: (id = 1) => findTicketRowOf(talk, id),
    lastError: (id = 1) => lastBotErrors(talk.ctx(1), 'integration').get(id),
    async stop() {
      talk.stop()
      await Promise.all([n8n.stop(), typebot.stop(), dialogflow.stop()])
    },
  }
}
