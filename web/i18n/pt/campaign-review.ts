/** Texts of the last step before a campaign starts. */
export const review = {
  titles: {
    start: (name: string) => `Iniciar “${name}” agora?`,
    restart: (name: string) => `Reiniciar “${name}”?`,
    schedule: (name: string) => `Programar “${name}”?`,
  },
  actions: { start: 'Iniciar agora', restart: 'Reiniciar', schedule: 'Programar' },
  reviewAndStart: 'Revisar e iniciar',
  remaining: 'Ainda vão receber',
  starts: 'Início',
  now: 'agora',
  ends: 'Término previsto',
  previewFor: 'Prévia para',
  oneOf: (count: number) => `${count}, e cada destinatário recebe uma delas`,
  faults: 'A campanha ainda não pode começar:',
  fault: (field: string, error: string) => `${field}: ${error}`,
  offline: 'A conexão está desconectada: a campanha espera ela voltar.',
  nobodyLeft: 'Não falta ninguém: a campanha termina ao reiniciar.',
  nobodyYet: 'Por enquanto, ninguém receberia a campanha. Ela só começa se houver destinatários na hora marcada.',
  test: {
    number: 'Enviar teste para',
    help: 'As mensagens chegam como o destinatário da prévia as receberia. O teste não conta na campanha.',
    send: 'Enviar teste para mim',
    placeholder: 'Com DDD',
    sent: (count: number) => (count === 1 ? 'Teste enviado: 1 mensagem' : `Teste enviado: ${count} mensagens`),
  },
}
