export const restored = {
  title: 'Depois da restauração',
  stateOf: (moment: string) =>
    `Estado de ${moment}. O que deveria ter saído antes da restauração não sai sozinho: pode já ter saído.`,
  unknown:
    'A empresa voltou a um estado anterior. O que deveria ter saído antes da restauração não sai sozinho: pode já ter saído.',
  none: 'Nada espera',
  noneText: 'Tudo o que a restauração reteve foi liberado ou descartado.',
  kinds: {
    message: 'Mensagens',
    campaign: 'Campanhas',
    schedule: 'Agendamentos',
    webhook: 'Webhooks',
    mail: 'E-mails',
    bot: 'Robôs e temporizadores',
  },
  helps: {
    message: 'Saem na ordem em que foram escritas. Cada uma também pode ser reenviada na conversa.',
    campaign: 'Continuam com quem ainda não recebeu.',
    schedule: 'São enviados agora. Descartados, os que se repetem seguem na próxima data.',
    webhook: 'São entregues agora.',
    mail: 'São enviados agora.',
    bot: 'Respostas, fluxos, mensagens de inatividade e de encerramento continuam.',
  },
  kind: 'O que espera',
  count: 'Quantidade',
  decision: 'Decisão',
  release: 'Liberar',
  discard: 'Descartar',
  released: 'Liberado',
  discarded: 'Descartado',
  ask: (kind: string) => `Descartar: ${kind}?`,
  askText: 'O que é descartado não é enviado. Isso não pode ser desfeito.',
}
