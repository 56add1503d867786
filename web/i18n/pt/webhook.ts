const failures: Record<string, string> = {
  timeout: 'o destino não respondeu a tempo',
  busy: 'havia chamadas demais esperando',
  network: 'a conexão falhou',
  refusedAddress: 'o endereço leva a uma rede interna',
  tooLarge: 'a resposta é grande demais',
  switchedOff: 'o webhook foi desativado',
  expired: 'o prazo de três dias passou',
}

export const webhook = {
  intros: {
    host: 'Os eventos de atendimentos, mensagens e contatos de todas as empresas são enviados a este endereço, assinados. O formato e a conferência da assinatura estão descritos em docs/webhooks.md.',
    company:
      'Os eventos de atendimentos, mensagens e contatos da empresa são enviados a este endereço, para que outros sistemas os acompanhem. Cada um é um POST com JSON. O cabeçalho X-Recado-Signature traz o HMAC-SHA256 de X-Recado-Timestamp, ponto e corpo, com o segredo como chave.',
    connection:
      'A situação das mensagens enviadas por esta conexão com a API é informada a este endereço: enviada, entregue, lida ou com falha. Cada aviso é um POST com JSON. O cabeçalho X-Recado-Signature traz o HMAC-SHA256 de X-Recado-Timestamp, ponto e corpo, com o segredo como chave.',
  },
  paused: (until: string) => `O destino falhou muitas vezes seguidas. Os envios recomeçam às ${until}; nada se perde.`,
  pausedNotice: {
    host: (until: string) =>
      `O Gestor Webhook falhou 20 vezes seguidas. Os envios recomeçam às ${until}; nada se perde.`,
    company: (until: string) => `O webhook falhou 20 vezes seguidas. Os envios recomeçam às ${until}; nada se perde.`,
    connection: (until: string) =>
      `O endereço da situação das mensagens falhou 20 vezes seguidas. Os envios recomeçam às ${until}; nada se perde.`,
  },
  seeWebhook: 'Ver entregas',
  secretUnreadable:
    'O segredo foi guardado por outro servidor e não pode ser lido. Nada é enviado até que se gere um novo.',
  url: 'URL do webhook',
  urlHelp: 'Se ficar vazia, nada é enviado.',
  withTexts: 'Enviar o texto das mensagens',
  withTextsHelp: 'Quando desativado, o destino sabe que houve uma mensagem, mas não o que ela diz.',
  saved: 'Operação realizada com sucesso!',
  test: 'Enviar um teste',
  testPassed: (status: string, ms: number) => `O destino respondeu ${status} em ${ms} ms.`,
  testFailed: (why: string) => `A entrega falhou: ${why}.`,
  newSecret: 'Gerar novo segredo',
  replaceTitle: 'Gerar um novo segredo?',
  replaceText:
    'O que for enviado a partir de agora será assinado com ele. Até que o destino o conheça, recusará as entregas.',
  replace: 'Gerar segredo',
  secretTitle: 'Segredo do webhook',
  secretText: 'Com ele o destino confere a assinatura das entregas. Copie-o agora: ele não será mostrado de novo.',
  secret: 'Segredo',
  secretDone: 'Já copiei',
  copy: 'Copiar',
  copied: 'Copiado',
  log: 'Entregas',
  logHelp: 'As 100 mais recentes. O que foi enviado pode ser reenviado durante três dias.',
  reload: 'Atualizar',
  sendAgain: 'Enviar de novo',
  sentAgain: 'Entregue de novo.',
  empty: 'Nada foi enviado ainda',
  emptyText: 'As entregas aparecem aqui com a resposta do destino.',
  noCompany: 'Teste',
  columns: {
    event: 'Evento',
    company: 'Empresa',
    state: 'Situação',
    duration: 'Duração',
    attemptedAt: 'Última tentativa',
  },
  states: { queued: 'Aguardando', sent: 'Entregue', dead: 'Não entregue' },
  attempts: (count: number) => `${count} tentativas`,
  failure: (status: number | null, error: string) =>
    error === 'status' ? `o destino respondeu ${status}` : (failures[error] ?? error),
}
