import { expect, test } from 'bun:test'
import type { ReceivedMessage } from '../../testing/services/openai/openai.types'
import { demoAgentModel, isAgentChat } from './demo-agent-model'

const system = `You are "Lia" and answer customers of "Casa Aurora" in a chat.

What you know:

Products and services:
- Sofá Aurora (productId 1)
  Price: R$ 2.890,00
  Linho cinza
  Files that can be sent: "sofa.jpg"
- Montagem (productId 2)
  Price: R$ 150,00

Frequent questions:
- Q: Que horas vocês abrem?
  A: Das 9h às 18h.`

function ask(question: string, ...more: ReceivedMessage[]) {
  const messages: ReceivedMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: question },
    ...more,
  ]
  const chat = { model: 'demo', messages, tools: ['transfer_to_queue', 'send_product_file'], question }
  expect(isAgentChat(chat)).toBe(true)
  return demoAgentModel(chat)
}

test('the demo’s agent answers from its products and questions, sends pictures and transfers to a queue', () => {
  expect(ask('Vocês abrem no sábado?')).toBe('Das 9h às 18h.')
  expect(ask('Quanto custa o sofá?')).toBe('*Sofá Aurora*: R$ 2.890,00\nLinho cinza\nQuer ver uma foto?')
  expect(ask('Tem foto do sofá?')).toEqual({ calls: [{ name: 'send_product_file', arguments: { productId: 1 } }] })
  const offer: ReceivedMessage = { role: 'assistant', content: '*Sofá Aurora*: R$ 2.890,00\nQuer ver uma foto?' }
  const picture = { calls: [{ name: 'send_product_file', arguments: { productId: 1 } }] }
  expect([ask('sim, por favor', offer), ask('Me mostra uma foto', offer)]).toEqual([picture, picture])
  expect(ask('Quero falar com uma pessoa')).toMatchObject({ calls: [{ arguments: { queueId: 0 } }] })
  const refused: ReceivedMessage = { role: 'tool', content: 'Error: queueId must be one of 3 (Vendas)' }
  expect(ask('Quero falar com uma pessoa', refused)).toMatchObject({ calls: [{ arguments: { queueId: 3 } }] })
})
