/** Why a connection ended, by the provider's number. */
export const connectionClosures = {
  codes: {
    10: 'O acesso não tem as permissões necessárias. Renove-o em “Conta da Meta”.',
    100: 'A Meta não conhece esta conta, ou o acesso não a inclui.',
    190: 'A Meta não aceita mais o acesso. Renove-o em “Conta da Meta”.',
    200: 'O acesso não tem as permissões necessárias. Renove-o em “Conta da Meta”.',
    368: 'A Meta bloqueou esta conta temporariamente. Veja o aviso na Meta.',
    131031: 'A Meta bloqueou esta conta. Veja o aviso no Gerenciador do WhatsApp.',
    401: 'O aparelho foi desconectado no celular. Conecte-o de novo.',
    402: 'O WhatsApp suspendeu esta conta temporariamente. Veja o aviso no celular.',
    403: 'O WhatsApp bloqueou esta conta. Veja o aviso no celular.',
    405: 'O WhatsApp não aceitou esta versão do sistema. Avise o administrador da plataforma.',
    406: 'O WhatsApp bloqueou esta conta. Veja o aviso no celular.',
    408: 'A conexão caiu ou não respondeu. Uma nova tentativa é feita automaticamente.',
    409: 'O WhatsApp não aceitou esta versão do sistema. Avise o administrador da plataforma.',
    411: 'O celular precisa ser conectado de novo.',
    428: 'A conexão caiu. Uma nova tentativa é feita automaticamente.',
    440: 'Outro programa usa esta sessão. Encerre-o e reconecte.',
    500: 'A sessão não pôde ser lida. Conecte o celular de novo.',
    503: 'O WhatsApp está indisponível. Uma nova tentativa é feita automaticamente.',
    515: 'O WhatsApp pediu para reiniciar a conexão.',
  },
  accountEnds: {
    PARTNER_REMOVED:
      'O acesso a este número foi retirado na Meta ou no aplicativo WhatsApp Business. Autorize-o de novo e informe o token em “Conta da Meta”.',
    ACCOUNT_OFFBOARDED:
      'O número foi registrado em outro aparelho e saiu da API. Autorize-o de novo e informe o token em “Conta da Meta”.',
    ACCOUNT_DELETED: 'A conta do WhatsApp Business foi excluída na Meta.',
  },
  tokenMissing: 'Renove o acesso em “Conta da Meta”.',
  appSecretWrong: 'A chave secreta do app não é mais a da Meta. Informe a atual em “Conta da Meta”.',
  abovePlan: 'Acima do plano: não pode ser conectada.',
  serverFull: 'O servidor está sem espaço. As mensagens ficam no WhatsApp e chegam quando houver espaço.',
  otherHost: 'Esta sessão foi gravada por outro servidor. Conecte o celular de novo.',
  other: 'A conexão falhou por um motivo desconhecido.',
}
