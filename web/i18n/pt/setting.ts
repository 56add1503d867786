/** Texts of the company's settings. */
export const setting = {
  title: 'Configurações',
  tabs: { label: 'Partes das configurações', options: 'Opções', schedules: 'Horários', whitelabel: 'Whitelabel' },
  save: 'Salvar',
  saveAndTurn: 'Salvar e aplicar',
  discard: 'Descartar',
  saving: 'Salvando',
  saved: 'Salvo',
  overtaken: 'Alterado por outra pessoa enquanto você escrevia. Agora está salvo:',
  variables: 'Variáveis:',
  openHours: 'Definir horários',
  whitelabel: {
    intro: 'Marca e cores da plataforma, para todas as empresas. Valem assim que a página é aberta ou atualizada.',
    name: 'Nome do sistema',
    nameHelp: 'Se vazio, Recado.',
    light: 'Cor principal no tema claro',
    dark: 'Cor principal no tema escuro',
    previews: { light: 'Tema claro', dark: 'Tema escuro' },
    button: 'Botão principal',
    link: 'Um link na página',
    badge: 'Novo',
    lowContrast: (ratio: string) =>
      `O contraste da cor com o fundo é ${ratio}:1; abaixo de 4,5:1, links e números ficam difíceis de ler.`,
    defaults: 'Voltar às cores padrão',
    signup: 'Cadastro aberto',
    signupHelp: 'Qualquer pessoa pode criar uma empresa em /signup, com um dos planos públicos.',
    trial: 'Dias de teste',
    trialHelp: 'Depois deles, a empresa precisa pagar.',
    days: 'dias',
    saved: 'Whitelabel salvo com sucesso',
    images: 'Imagens',
    logos: { light: 'Logotipo do tema claro', dark: 'Logotipo do tema escuro', favicon: 'Favicon' },
    logoHelp: 'PNG, JPG ou WebP de até 5 MB.',
    choose: 'Escolher imagem',
    change: 'Trocar imagem',
    remove: 'Remover',
    logoSaved: 'Imagem salva',
    logoRemoved: 'Imagem removida',
  },
  hours: {
    help: 'Fora destes horários o contato recebe a mensagem abaixo e aguarda.',
    message: 'Mensagem fora do expediente',
    messageHelp: 'Vale para todas as filas e conexões.',
    notStored: 'Estes horários são uma sugestão: só passam a valer depois de salvos.',
    unsaved: 'Clique em salvar para registar as alterações',
    discard: 'Descartar',
    saved: 'Horários atualizados com sucesso.',
  },
  groups: {
    attendance: { title: 'Atendimento', text: 'Como um atendimento começa e termina.' },
    rating: { title: 'Avaliação', text: 'O que o contato achou do atendimento.' },
    hours: { title: 'Expediente', text: 'Quando a empresa está aberta.' },
    queues: { title: 'Filas e chatbot', text: 'Como quem escreve chega a uma fila e a um atendente.' },
    transfer: { title: 'Transferência', text: 'Quando um atendimento muda de fila.' },
    calls: { title: 'Chamadas e áudio', text: 'O que se aceita além de texto.' },
    lgpd: { title: 'LGPD', text: 'Proteção dos dados pessoais dos contatos.' },
    notifications: { title: 'Notificações', text: 'De que os atendentes são avisados.' },
    platform: { title: 'Plataforma', text: 'Visível apenas para o super usuário.' },
  },
  choices: {
    scheduleType: { disabled: 'Sem horário', company: 'Empresa', queue: 'Fila', connection: 'Conexão' },
    chatBotType: { text: 'Texto', button: 'Botões', list: 'Lista' },
  },
  settings: {
    sendGreetingAccepted: {
      label: 'Saudação ao aceitar',
      help: 'O contato recebe uma saudação quando um atendente aceita o atendimento.',
    },
    greetingAcceptedMessage: {
      label: 'Mensagem de saudação',
      help: 'Em grupos, só quando são tratados como atendimentos.',
    },
    sendSignMessage: {
      label: 'Assinatura do atendente',
      help: 'O atendente pode pôr o próprio nome no início das mensagens que envia.',
    },
    requiredTag: {
      label: 'Exigir tag para encerrar',
      help: 'Sem uma tag no contato, o atendente não consegue encerrar o atendimento.',
    },
    sendFarewellWaitingTicket: {
      label: 'Despedida a quem ainda aguarda',
      help: 'A despedida também é enviada ao encerrar um atendimento que ninguém aceitou.',
    },
    userRating: {
      label: 'Pedir avaliação ao encerrar',
      help: 'O contato dá uma nota de 1 a 5. A pergunta é a de cada conexão, na aba Avaliações; sem ela, nada é pedido.',
    },
    scheduleType: {
      label: 'Quem define o horário',
      help: 'Fora do horário o contato é avisado e aguarda. A empresa tem um só horário; filas e conexões, cada uma o seu.',
    },
    chatBotType: {
      label: 'Formato do menu',
      help: 'Nenhum canal envia botões ou listas de forma confiável hoje: em todas as opções o menu vai como texto numerado.',
    },
    sendGreetingMessageOneQueues: {
      label: 'Saudação com uma só fila',
      help: 'Quando a conexão tem uma só fila, o contato recebe a saudação dela ou, se não houver, a da conexão.',
    },
    sendQueuePosition: {
      label: 'Informar a posição na fila',
      help: 'Ao entrar em uma fila, o contato fica sabendo em que posição está.',
    },
    sendQueuePositionMessage: {
      label: 'Mensagem da posição',
      help: 'A posição é acrescentada ao fim, por exemplo “Sua posição na fila: 3”.',
    },
    userRandom: {
      label: 'Sortear um atendente',
      help: 'O atendimento que entra em uma fila é reservado a um atendente online dela, ao acaso.',
    },
    DirectTicketsToWallets: {
      label: 'Direcionar para a carteira',
      help: 'Se o contato tem um responsável, o atendimento aguarda por ele, sem passar pelo menu de filas.',
    },
    sendMsgTransfTicket: {
      label: 'Avisar o contato da transferência',
      help: 'O contato recebe uma mensagem quando o atendimento muda de fila.',
    },
    transferMessage: { label: 'Mensagem de transferência', help: '{{queue}} é a nova fila.' },
    closeTicketOnTransfer: {
      label: 'Novo atendimento ao transferir',
      help: 'Ao mudar de fila, o atendimento é encerrado sem despedida e outro começa na nova fila.',
    },
    acceptCallWhatsapp: {
      label: 'Aceitar chamadas',
      help: 'Desligado, as chamadas do WhatsApp são recusadas e o contato recebe uma mensagem.',
    },
    AcceptCallWhatsappMessage: {
      label: 'Mensagem ao recusar a chamada',
      help: 'Enviada a cada chamada recusada.',
    },
    acceptAudioMessageContact: {
      label: 'Aceitar áudios',
      help: 'Desligado, o áudio é guardado e o contato é convidado a escrever. Também se desliga por contato.',
    },
    enableLGPD: {
      label: 'Ativar LGPD',
      help: 'Liga o consentimento e as proteções que aparecem abaixo.',
    },
    lgpdMessage: {
      label: 'Mensagem de consentimento',
      help: 'Enviada antes do atendimento, com a pergunta “1 - Sim, 2 - Não”. Vazia, o consentimento não é pedido.',
    },
    lgpdLink: { label: 'Link da política de privacidade', help: 'Enviado junto com a mensagem.' },
    lgpdConsent: {
      label: 'Pedir em cada atendimento',
      help: 'Desligado, pede-se uma só vez a cada contato.',
    },
    lgpdHideNumber: {
      label: 'Ocultar números',
      help: 'Usuários que não são administradores veem apenas os dois últimos dígitos.',
    },
    lgpdDeleteMessage: {
      label: 'Ocultar mensagens apagadas',
      help: 'O que o contato apaga deixa de aparecer para todos, inclusive o que foi apagado antes.',
    },
    showNotificationPending: {
      label: 'Notificar quem aguarda',
      help: 'Cada um é notificado das mensagens que aguardam nas suas filas, não só das suas conversas.',
    },
    sendNotificationWAUser: {
      label: 'Avisar no WhatsApp dos atendentes',
      help: 'Novos atendimentos são avisados ao telefone de quem atende na fila, nas filas em que o aviso está ligado.',
    },
    userCreation: {
      label: 'Permitir criar usuários',
      help: 'Desligado, ninguém desta empresa cria usuários.',
    },
  },
}
