import { expect, test } from 'bun:test'
import { phraseOf, readAnswer } from './read-answer.contract'

test('recognises a yes, a no and an opt-out in common spellings', () => {
  const answers = {
    yes: [
      'Sim',
      'sim!',
      ' SIM, quero ',
      's',
      'ok',
      '👍🏽',
      '1',
      'Sí',
      'Aceito.',
      'Sí, quiero',
      'Sim, por favor',
      'yes please',
      'Claro, pode mandar',
      'Bom dia, quero receber',
    ],
    no: ['Não', 'nao', 'n', '2', 'Não quero', 'não, obrigada', 'No gracias', 'No acepto', 'Agora não', '👎'],
    optOut: [
      ...['SAIR', 'sair.', 'Parar', 'stop!', 'STOP', 'Descadastrar', 'baja', 'parar, sair'],
      ...[
        'PARE',
        'quero sair',
        'Não quero mais receber',
        'remover por favor',
        '🛑',
        '🛑🛑',
        'Por favor, pare!',
        '🛑 Pare',
      ],
      ...['Oi, boa tarde. Quero sair da lista, por favor', 'Eu não quero mais receber mensagens de vocês, obrigada'],
      ...[
        'Parem de me mandar mensagem',
        'me tira da lista',
        'Me tira dessa lista',
        'não quero mais receber mensagem nenhuma',
        'Não me envie mensagens',
        'Remover meu número',
        'Pode parar',
        'Favor retirar meu número da lista',
      ],
      ...['Unsubscribe me please', 'Don’t send me any more messages', 'Stop messaging me', 'take me off your list'],
      ...['No quiero recibir más mensajes', 'Quiero darme de baja, gracias', 'Ya no quiero recibir nada', 'PAREN'],
    ],
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
    'pode receber visita?',
    'quero sair do grupo',
    '12',
    'não sei',
    'Olá',
    '?',
    'ok'.repeat(100),
    'por favor',
    '😀',
    ...[
      'Pode parar de chover',
      'quero sair de férias',
      'não quero mais receber em casa, vou buscar',
      'Vou parar aí às 18h',
    ],
    ...[
      'Quero sair da lista de espera',
      'pare na esquina',
      'para amanhã',
      'Para',
      'remover a cebola por favor',
      'não quero mais',
    ],
    ...[
      'cancelar o pedido',
      'cancelar pedido 123',
      'quero cancelar minha consulta',
      'posso remover um item?',
      'não posso sair agora',
    ],
    ...[
      'não quero receber hoje, só amanhã',
      'não me mande mais do que dois',
      'me tira uma dúvida',
      'me tira da lista de presença',
    ],
    ...[
      'Vocês podem parar de mandar o boleto errado?',
      'Parar de tomar o remédio?',
      'Oferta 🛑 só hoje',
      'retirar',
      'sair mais cedo',
    ],
    ...['Stop by tomorrow', 'I want to leave tomorrow', 'cancel my order', 'don’t send it yet', 'remove the onions'],
    ...[
      'la baja presión',
      'quiero salir a comer',
      'no quiero recibir el pedido hoy',
      'dar de baja mi línea',
      'pare aquí',
    ],
  ]
  for (const text of others) expect([text, readAnswer(text)]).toEqual([text, undefined])
})

test('recognises the phrases of a company, beside its own', () => {
  const added = new Set(['Chega!', 'Não me perturbe', '✋'].map(phraseOf))
  for (const text of ['chega', 'Por favor, CHEGA.', 'nao me perturbe!!', '✋🏽', 'Pare'])
    expect([text, readAnswer(text, added)]).toEqual([text, 'optOut'])
  for (const text of ['Chega amanhã?', 'que horas chega', 'não me perturbe agora não', 'Oi ✋'])
    expect([text, readAnswer(text, added)]).toEqual([text, undefined])
  expect(readAnswer('sim', added)).toBe('yes')
})
