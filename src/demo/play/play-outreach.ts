import { minuteMs, dayMs } from '../../kernel/time/durations.contract'
import { resolveContact } from '../../contact/identity/resolve-contact'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { createTicket } from '../../ticket/opening/create-ticket'
import type { Phone } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { agentDoes } from '../story/agent-side'
import { contactDoes, directChat } from '../story/contact-side'
import { fillGaps, type PlannedConversation, queueIdOf } from '../story/plan-conversations'
import type { DemoEvent } from './play-conversation'
import { connectionId, partyOf, type Stage } from '../story/stage'
import { agent, contact, type Step } from '../story/story'

/** One in this many customers with closed conversations is written to. */
const share = 5

const calls: readonly (readonly Step[])[] = [
  [
    agent('Olá! Aqui é da Casa Aurora. Passando para saber: a {produto} ficou do jeito que você queria? 😊'),
    contact('Ficou linda, obrigada por perguntar!'),
    agent('Que alegria! Qualquer coisa, é só chamar por aqui.'),
  ],
  [
    agent('Oi! O orçamento da {produto} vale até sexta. Posso reservar a peça para você?'),
    contact('Pode sim, passo aí amanhã'),
    agent('Reservada no seu nome. Até amanhã!'),
  ],
  [
    agent('Bom dia! Seu pedido {pedido} chegou à loja antes do previsto. Quer adiantar a entrega para esta semana?'),
    contact('Quero! Quinta de manhã dá?'),
    agent('Quinta, entre 9h e 12h. Combinado!'),
  ],
]

export function outreachEvents(
  planned: readonly PlannedConversation[],
  { stage, phones, untilMs }: { stage: Stage; phones: readonly Phone[]; untilMs: number },
): DemoEvent[] {
  const times = new Map<number, number>()
  for (const { contact } of planned) times.set(contact, (times.get(contact) ?? 0) + 1)
  // Excludes contacts who write again, because the message would interrupt that.
  const settled = planned.filter(
    ({ contact, ending }) => times.get(contact) === 1 && (ending === 'closed' || ending === 'rated'),
  )
  return settled
    .filter((_, index) => index % share === 0)
    .flatMap((conversation, index) => {
      const phone = phones[conversation.contact]
      const steps = calls[index % calls.length] ?? []
      return phone ? callEvents(stage, { conversation, phone, steps }) : []
    })
    .filter(({ atMs }) => atMs < untilMs)
}

interface Call {
  conversation: PlannedConversation
  phone: Phone
  steps: readonly Step[]
}

function callEvents(stage: Stage, { conversation, phone, steps }: Call): DemoEvent[] {
  const { userId, story, variant, startMs } = conversation
  const atMs = startMs + (2 + (variant % 3)) * dayMs
  let ticketId = 0
  const begin = async () => {
    const contact = resolveContact(stage.ctx(), { addresses: partyOf(phone).addresses }, { connectionId })
    const body = { contactId: contact.id, userId, queueId: queueIdOf(story.queue), status: 'open' as const }
    ticketId = createTicket(stage.ctxAs(userId), body).id
  }
  const play = (step: Step) => {
    const said = 'text' in step ? { ...step, text: fillGaps(step.text, variant) } : step
    return 'by' in step && step.by === 'contact'
      ? contactDoes(stage, directChat(stage, phone), said, variant)
      : agentDoes(stage, { ticketId, userId, cardContactId: 0 }, said, variant, {})
  }
  const close = async () => {
    closeTicket(stage.ctxAs(userId), ticketId, { farewell: false })
    await stage.drain()
  }
  return [begin, ...steps.map((step) => () => play(step)), close].map((run, index) => ({
    atMs: atMs + index * 4 * minuteMs,
    run,
  }))
}
