import * as v from 'valibot'
import { type ChatbotInput, ChatbotTree } from '../../queue/chatbot/chatbot.contract'
import { updateQueue } from '../../queue/queue.commands'
import { createTalk, type Talk } from './bots'

/** A connection that asks for the queue twice at most. */
export async function createChatbotTalk() {
  const talk = await createTalk()
  talk.connect({ greetingMessage: 'Olá!', complationMessage: 'Até logo' }, { maxUseBotQueues: 2 })
  return talk
}

/** Dona Maria writes, two seconds after what was written before. */
export function say(talk: Talk, text: string) {
  talk.setTime(new Date(talk.ctx(1).now.getTime() + 2000))
  talk.write(text)
}

export const offer = (talk: Talk, options: ChatbotInput[], queueId = 2) =>
  updateQueue(talk.ctx(1), queueId, { greetingMessage: 'Suporte, escolha:', chatbots: v.parse(ChatbotTree, options) })

export function reachSuporte(talk: Talk) {
  say(talk, 'Oi')
  say(talk, '2')
  talk.newTexts()
}

export const bringCarlaOnline = (talk: Talk) =>
  talk.ctx(1).company.sqlite.run('UPDATE user SET last_seen_at = ? WHERE id = 3', [talk.now().getTime() + 3_600_000])

export const invoices: ChatbotInput = {
  name: 'Segunda via',
  greetingMessage: 'Qual boleto?',
  options: [
    { name: 'Deste mês', greetingMessage: 'Enviado por e-mail.' },
    { name: 'Falar com Carla', greetingMessage: 'Um instante…', queueType: 'attendent', optUserId: 3 },
  ],
}
export const address: ChatbotInput = { name: 'Endereço', greetingMessage: 'Rua das Flores, 10', closeTicket: true }

export const footer = '*[ # ]* - Voltar ao início\n*[ Sair ]* - Encerrar atendimento'
export const invoiceQuestion = `Qual boleto?\n\n*[ 1 ]* - Deste mês\n*[ 2 ]* - Falar com Carla\n\n${footer}`
