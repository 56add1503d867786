import { weekdays } from './weekdays'

export const setting = {
  title: 'Configurações',
  tabs: {
    label: 'Seções das configurações',
    company: 'Esta empresa',
    platform: 'Plataforma',
    options: 'Preferências',
    schedules: 'Horários',
    companyWebhook: 'Webhook',
    companies: 'Empresas',
    plans: 'Planos',
    helps: 'Ajudas',
    whitelabel: 'Whitelabel',
    webhook: 'Gestor Webhook',
  },
  search: 'Buscar nas configurações',
  nothingFound: 'Nenhuma configuração encontrada',
  results: 'Configurações encontradas',
  /** Beside the option that shows what was searched for. */
  shownBy: {
    enabled: (label: string) => `“${label}” aparece quando esta opção está ativada.`,
    disabled: (label: string) => `“${label}” aparece quando esta opção está desativada.`,
    hours: {
      companyHours: 'O horário da empresa é definido aqui quando esta opção é “Empresa”.',
      queueHours: 'O horário de cada fila aparece nela quando esta opção é “Fila”.',
      connectionHours: 'O horário de cada conexão aparece nela quando esta opção é “Conexão”.',
    },
  },
  save: 'Salvar',
  saveAndTurn: 'Salvar e aplicar',
  discard: 'Descartar',
  saving: 'Salvando',
  saved: 'Salvo',
  overtaken: 'Alterado por outra pessoa enquanto você escrevia. Agora está salvo:',
  mailRefusals: (names: string) => `Não recebem, por escolha própria: ${names}`,
  variables: 'Variáveis:',
  openHours: 'Definir horários',
  whitelabel: {
    payments: {
      title: 'Pagamentos',
      text: 'Como as empresas pagam as faturas por Pix e quanto custa um plano personalizado.',
    },
    intro: 'Marca e cores da plataforma, para todas as empresas. Valem assim que a página é aberta ou atualizada.',
    name: 'Nome do sistema',
    nameHelp: 'Se ficar vazio, usamos Recado.',
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
    superTwoFactor: 'Exigir verificação em duas etapas dos super usuários',
    superTwoFactorHelp: 'Quem ainda não tem, inclusive você, precisa configurar antes de continuar.',
    trial: 'Dias de teste',
    trialHelp: 'Depois deles, a empresa precisa pagar.',
    invoiceMails: 'Faturas por e-mail',
    invoiceMailsHelp:
      'Enviadas ao e-mail da empresa quando a fatura é criada, três dias antes do vencimento, quando vence e quando é paga. Precisa de SMTP_URL.',
    days: 'dias',
    saved: 'Operação realizada com sucesso!',
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
    holidays: 'Em feriados a empresa fica fechada.',
    holidaysLink: 'Ver feriados',
    help: 'Fora destes horários o contato recebe a mensagem abaixo e aguarda.',
    message: 'Mensagem fora do expediente',
    messageHelp: 'Vale para todas as filas e conexões.',
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
    calls: { title: 'Chamadas e áudio', text: 'O que é aceito além de texto.' },
    lgpd: { title: 'LGPD', text: 'Proteção dos dados pessoais dos contatos.' },
    notifications: { title: 'Notificações', text: 'Quando avisar os atendentes.' },
    weeklyReport: {
      title: 'Resumo semanal da equipe',
      text: 'Um e-mail por semana com os números da equipe, comparados aos da semana anterior.',
    },
    prices: {
      title: 'Preços da API oficial do WhatsApp',
      text: 'A Meta não informa valores. Com os preços da sua conta, os relatórios de campanhas e a conta da Meta mostram uma estimativa.',
    },
    security: { title: 'Segurança', text: 'Como a equipe entra no sistema.' },
    support: { title: 'Suporte', text: 'O que quem hospeda o sistema fez nas conexões desta empresa.' },
    platform: { title: 'Plataforma', text: 'Visível apenas para o super usuário.' },
  },
  signOutAll: {
    open: 'Encerrar as sessões de todos',
    title: 'Encerrar as sessões de toda a equipe?',
    text: 'Todos saem do sistema agora, menos você, e precisam entrar de novo.',
    action: 'Encerrar',
    done: (count: number) => (count === 1 ? '1 sessão encerrada' : `${count} sessões encerradas`),
  },
  supportLog: {
    open: 'Ver registro',
    title: 'Ações do suporte nas conexões',
    none: 'O suporte ainda não agiu nas conexões desta empresa.',
    more: 'Carregar mais',
    deletedUser: 'Usuário excluído',
    columns: { at: 'Data', user: 'Quem', what: 'Ação', connection: 'Conexão' },
    acts: {
      connectionCreated: 'Criou a conexão',
      connectionChanged: 'Alterou a conexão',
      connectionDeleted: 'Excluiu a conexão',
      connectionTried: 'Tentou conectar',
      connectionCodeRenewed: 'Gerou um novo QR Code',
      connectionCodeShown: 'Viu o QR Code',
      connectionLeft: 'Desconectou',
    },
  },
  choices: {
    scheduleType: { disabled: 'Sem horário', company: 'Empresa', queue: 'Fila', connection: 'Conexão' },
    minPasswordLength: { 5: '5 caracteres', 8: '8 caracteres', 12: '12 caracteres' },
    chatBotType: { text: 'Texto', button: 'Botões', list: 'Lista' },
    breachDigest: { disabled: 'Não enviar', hourly: 'A cada hora, se houver', daily: 'Uma vez por dia, às 08:00' },
    weeklyReportDay: weekdays,
  },
  /** Where fields have no effect because of a setting. */
  gates: {
    shut: {
      onlyQueueGreeting:
        'Com uma só fila na conexão, esta saudação não é enviada: a opção abaixo está desativada nas configurações da empresa.',
      rating: 'A avaliação está desativada nas configurações da empresa: nada disso é enviado até que seja ativada.',
      farewell: 'Com a avaliação ativada, quem foi atendido recebe a pergunta no lugar desta despedida.',
      consent:
        'A LGPD está desativada nas configurações da empresa: nenhum consentimento é pedido até que seja ativada.',
      outOfHours: 'A empresa não define horários: a mensagem fora do expediente não é enviada até que sejam definidos.',
      queueNotification:
        'Os avisos no WhatsApp estão desativados nas configurações da empresa: esta fila não avisa ninguém até que sejam ativados.',
      wallet: 'A carteira não direciona atendimentos: a opção abaixo está desativada nas configurações da empresa.',
      audio: 'A empresa não aceita áudios de nenhum contato: a opção abaixo está desativada nas configurações.',
      signature: 'A assinatura está desativada nas configurações da empresa: a mensagem sai sem o nome do atendente.',
    },
    open: 'Agora vale para toda a empresa.',
    askAdmin: 'Um administrador pode mudar isso nas configurações.',
    lacksText: (label: string) => `Escreva antes o texto “${label}” nas configurações.`,
    openSettings: 'Abrir configurações',
  },
  settings: {
    breachDigest: {
      label: 'Prazos vencidos por e-mail',
      help: 'Os administradores recebem a lista dos prazos das filas que venceram.',
    },
    weeklyReport: {
      label: 'Enviar o resumo',
      help: 'Atendimentos iniciados e resolvidos, espera média e os números de cada atendente.',
    },
    weeklyReportDay: {
      label: 'Dia',
      help: 'Os sete dias antes dele são resumidos.',
    },
    weeklyReportHour: {
      label: 'Hora',
      help: 'No fuso horário da empresa.',
    },
    weeklyReportEmails: {
      label: 'Quem recebe',
      help: 'E-mails de usuários, separados por vírgula. Vazio: todos os administradores.',
    },
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
      label: 'Exigir tag para resolver',
      help: 'Sem uma tag no contato, o atendente não consegue resolver o atendimento.',
    },
    sendFarewellWaitingTicket: {
      label: 'Despedida a quem ainda aguarda',
      help: 'A despedida também é enviada ao resolver um atendimento que ninguém aceitou.',
    },
    userRating: {
      label: 'Pedir avaliação ao resolver',
      help: 'O contato dá uma nota de 1 a 5. A pergunta é definida em cada conexão, na aba Avaliações; sem ela, nada é enviado.',
    },
    scheduleType: {
      label: 'Quem define o horário',
      help: 'Fora do horário, o contato recebe um aviso e aguarda. O horário pode ser único para a empresa ou próprio de cada fila ou conexão.',
    },
    chatBotType: {
      label: 'Formato do menu',
      help: 'No WhatsApp API, menus de até 3 opções podem ir como botões e de até 10 como lista; no Messenger e no Instagram, de até 13 como botões. Menus maiores e o WhatsApp usam texto numerado.',
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
      help: 'O atendimento que entra em uma fila é atribuído a um atendente online dela, escolhido ao acaso.',
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
      help: 'Ao mudar de fila, o atendimento é resolvido sem despedida e outro começa na nova fila.',
    },
    acceptCallWhatsapp: {
      label: 'Aceitar chamadas',
      help: 'Quando desativado, as chamadas do WhatsApp são recusadas e o contato recebe uma mensagem.',
    },
    AcceptCallWhatsappMessage: {
      label: 'Mensagem ao recusar a chamada',
      help: 'Enviada a cada chamada recusada.',
    },
    acceptAudioMessageContact: {
      label: 'Aceitar áudios',
      help: 'Quando desativado, o áudio é guardado e o contato é convidado a escrever. Também pode ser desativado por contato.',
    },
    enableLGPD: {
      label: 'Ativar LGPD',
      help: 'Ativa o consentimento e as proteções abaixo.',
    },
    lgpdMessage: {
      label: 'Mensagem de consentimento',
      help: 'Enviada antes do atendimento, com a pergunta “1 - Sim, 2 - Não”.',
    },
    lgpdLink: { label: 'Link da política de privacidade', help: 'Enviado junto com a mensagem.' },
    lgpdConsent: {
      label: 'Pedir em cada atendimento',
      help: 'Quando desativado, o pedido é feito uma única vez a cada contato.',
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
      label: 'Notificar sobre quem aguarda',
      help: 'Os atendentes são avisados de cada mensagem de quem aguarda nas suas filas, não só da primeira.',
    },
    sendNotificationWAUser: {
      label: 'Avisar no WhatsApp dos atendentes',
      help: 'Nas filas com essa opção ativada, os atendentes recebem uma mensagem no WhatsApp a cada novo atendimento.',
    },
    marketingMessagePrice: {
      label: 'Mensagem de marketing, em R$',
      help: 'Por mensagem entregue, como na tabela de preços da Meta.',
    },
    utilityMessagePrice: { label: 'Mensagem de utilidade, em R$', help: 'Por mensagem entregue e cobrada.' },
    authenticationMessagePrice: { label: 'Mensagem de autenticação, em R$', help: 'Por código entregue.' },
    minPasswordLength: {
      label: 'Tamanho mínimo das senhas',
      help: 'Vale para senhas novas. Senhas muito conhecidas são sempre recusadas.',
    },
    requireTwoFactor: {
      label: 'Exigir verificação em duas etapas',
      help: 'Quem ainda não tem, inclusive você, precisa configurar antes de continuar.',
    },
    userCreation: {
      label: 'Permitir criar usuários',
      help: 'Quando desativado, ninguém desta empresa cria usuários.',
    },
  },
}
