import { expect, test } from 'bun:test'
import { demoAssistant } from './demo-ai'
import { demoModel } from './demo-model'

const ask = (question: string, tools: string[] = ['transfer_to_queue']) =>
  demoModel({
    model: 'demo',
    tools,
    question,
    messages: [
      {
        role: 'system',
        content: `The customer's first name is "Maria".\nInstructions of the company:\n${demoAssistant.prompt}`,
      },
      { role: 'user', content: question },
    ],
  })

test('the demo’s model answers from its instructions, greets, and transfers to a queue', () => {
  expect(ask('Oi, bom dia')).toBe('Olá, Maria! Sou a assistente virtual. Em que posso ajudar?')
  expect(ask('Vocês abrem no sábado?')).toContain('segunda a sábado')
  expect(ask('Quanto tempo demora a entrega?')).toContain('dias úteis')
  expect(ask('Posso pagar no cartão?')).toContain('10 vezes')
  expect(ask('Obrigada!')).toContain('Por nada')
  expect(ask('Quero falar com um atendente')).toMatchObject({ calls: [{ name: 'transfer_to_queue' }] })
  expect(ask('Vocês consertam aviões?')).toMatchObject({ calls: [{ name: 'transfer_to_queue' }] })
  expect(ask('Vocês consertam aviões?', [])).toContain('Vou verificar')
})
