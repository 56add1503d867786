/** Texts of the page that documents and tries the messages API. */
export const externalApi = {
  title: 'API de mensagens',
  intro:
    'Outros programas enviam mensagens por uma conexão com POST /api/messages/send: um texto em JSON, ou arquivos em multipart/form-data. O cabeçalho Authorization leva o token da conexão, que está na edição da conexão, ou uma chave de API da tela Chaves de API.',
  idempotency:
    'Com o cabeçalho Idempotency-Key, um pedido repetido em 24 horas não envia de novo: recebe a resposta do primeiro.',
  answerTitle: 'Resposta',
  answer:
    'status é SUCCESS, ou QUEUED enquanto a conexão está fora do ar: a mensagem é enviada quando ela voltar. messageIds tem o id de cada mensagem: uma por arquivo, e uma para cada parte de um texto longo.',
  askTitle: 'Consultar uma mensagem',
  ask: 'GET /api/messages/{id} recebe um id de messageIds e o mesmo cabeçalho Authorization. Só responde sobre mensagens enviadas pela conexão do token.',
  statuses:
    'status é queued (na fila), sent (enviada), delivered (entregue), read (lida) ou failed (falhou; error diz por quê). at é a hora em que a mensagem chegou a essa situação; de uma mensagem que a API não enviou, a hora em que foi criada.',
  errorsTitle: 'Erros',
  errorsIntro: 'Um pedido recusado não envia nada. A resposta diz o motivo em error e, em fields, os campos errados.',
  errors: {
    ERR_INVALID_INPUT: 'Um campo está errado: fields diz qual e por quê.',
    ERR_WAPP_INVALID_CONTACT: 'O número não tem WhatsApp.',
    ERR_WAPP_CHECK_CONTACT: 'O número não pôde ser verificado agora. Repita mais tarde.',
    ERR_WAPP_NOT_INITIALIZED: 'A conexão nunca foi ligada a uma conta.',
    ERR_CHANNEL_CANNOT:
      'O canal não aceita esta mensagem agora, por exemplo depois do prazo de resposta da API oficial.',
    ERR_UNAUTHORIZED: 'Falta o token no cabeçalho Authorization.',
    ERR_SUBSCRIPTION_EXPIRED: 'A assinatura da empresa venceu.',
    ERR_PLAN_LIMIT: 'O plano da empresa não permite mais arquivos; textos continuam sendo enviados.',
    ERR_NO_PERMISSION:
      'O token não é de nenhuma conexão, a chave de API venceu ou não tem esta permissão, ou o plano não inclui a API.',
    ERR_NO_MESSAGE_FOUND: 'Na consulta: a mensagem não existe, ou não foi enviada por esta conexão.',
    ERR_REQUEST_TIMEOUT: 'O pedido demorou demais para chegar.',
    ERR_OTHER_OPEN_TICKET: 'Outro atendente está com a conversa: user diz quem.',
    ERR_CONTACT_BLOCKED: 'O contato está bloqueado.',
    ERR_REQUEST_IN_PROGRESS:
      'O primeiro pedido com esta Idempotency-Key ainda não terminou. Repita depois de Retry-After.',
    ERR_FILE_TOO_LARGE: 'Um arquivo é grande demais para o canal.',
    ERR_REQUEST_TOO_LARGE: 'O pedido inteiro é grande demais.',
    ERR_JSON_ONLY: 'O Content-Type não é application/json nem multipart/form-data.',
    ERR_IDEMPOTENCY_KEY_REUSED: 'A Idempotency-Key já foi usada com outro conteúdo.',
    ERR_TOO_MANY_REQUESTS:
      'Mais de 60 pedidos por segundo com o mesmo token, ou muitos tokens errados do mesmo endereço. Repita depois de Retry-After.',
    ERR_COMPANY_UPDATING: 'O servidor está em atualização. Repita depois de Retry-After.',
    ERR_STORAGE_FULL: 'O servidor está sem espaço.',
    ERR_STORAGE_LOW: 'Há pouco espaço no servidor; arquivos esperam, textos não.',
  },
  statusTitle: 'Situação das mensagens',
  statusIntro:
    'Receba a situação das mensagens da API sem perguntar: informe um endereço por conexão. Vale a partir de agora, também para as mensagens já enviadas.',
  connection: 'Conexão',
  noConnections: 'Adicione uma conexão para informar um endereço.',
  reference: 'Referência completa da API',
  fields: {
    number: 'Código do país, DDD e número, sem máscara nem caracteres especiais. Ou o id de um grupo conhecido.',
    body: 'O texto, ou a legenda do primeiro arquivo.',
    medias: 'Até 10 arquivos. Só em multipart/form-data.',
    userId: 'O atendente que fica com a conversa, se nenhuma estiver ativa. Precisa de queueId se tiver várias filas.',
    queueId: 'A fila em que a conversa fica, se nenhuma estiver ativa.',
    connectionId:
      'A conexão que envia, com uma chave de API; sem ela, a única da chave ou a padrão. O token de uma conexão sempre envia por ela.',
    sendSignature: 'true põe o nome do atendente de userId antes do texto.',
    closeTicket:
      'true registra a mensagem no histórico, sem abrir uma conversa. Uma que espera sem atendente é resolvida, sem mensagem de despedida; uma em atendimento continua.',
    priority: 'low, normal, high ou urgent: a prioridade da conversa, se for aberta agora.',
    name: 'O nome do contato, se for criado agora.',
  },
  kindsLabel: 'Tipo de mensagem',
  kinds: { text: 'Mensagem de texto', media: 'Mensagem de mídia' },
  examples: 'Exemplos',
  copy: 'Copiar o exemplo',
  copied: 'Copiado',
  tryIt: 'Teste de envio',
  token: 'Token cadastrado',
  tokenHelp: 'Não é guardado aqui.',
  number: 'Número',
  body: 'Mensagem',
  file: 'Arquivo',
  caption: 'Legenda',
  captionHelp: 'Se ficar vazia, usamos o nome do arquivo.',
  send: 'Enviar',
  sent: 'Mensagem enviada com sucesso',
  accepted: 'O servidor aceitou a mensagem:',
  queued: 'A conexão está fora do ar. A mensagem será enviada quando ela voltar:',
  openTicket: 'Abrir a conversa',
}
