import { expect, test } from 'bun:test'
import { readAnswer } from './read-answer'

test('recognises a yes, a no and an opt-out in common spellings', () => {
  const answers = {
    yes: ['Sim', 'sim!', ' SIM, quero ', 's', 'ok', '👍🏽', '1', 'Sí', 'Aceito.', 'Sí, quiero'],
    no: ['Não', 'nao', 'n', '2', 'Não quero', 'não, obrigada', 'No gracias', 'No acepto'],
    optOut: ['SAIR', 'sair.', 'Parar', 'stop!', 'STOP', 'Descadastrar', 'baja'],
  } as const
  for (const [answer, texts] of Object.entries(answers)) {
    for (const text of texts) expect([text, readAnswer(text)]).toEqual([text, answer as never])
  }
})

test('recognises nothing else', () => {
  const others = [
    '',
    '   ',
    'sim, mas quanto custa?',
    'quero sair do grupo',
    '12',
    'não sei',
    'Olá',
    '?',
    'ok'.repeat(100),
  ]
  for (const text of others) expect([text, readAnswer(text)]).toEqual([text, undefined])
})
