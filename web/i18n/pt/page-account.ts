/** Facebook pages and Instagram accounts. */
export const pageAccount = {
  addTitle: 'Adicionar Facebook e Instagram',
  loginText:
    'Entre no Facebook e escolha as páginas que este sistema pode atender. As contas profissionais do Instagram vinculadas a elas vêm junto.',
  login: 'Continuar com o Facebook',
  loginAgain: 'Entrar de novo no Facebook',
  denied: 'O acesso não foi autorizado no Facebook.',
  noHostApp: 'O app da Meta deste servidor ainda não foi configurado. Fale com quem hospeda o sistema.',
  noneTitle: 'Nenhuma página encontrada',
  noneText: 'Este usuário do Facebook não administra páginas, ou nenhuma foi autorizada.',
  chooseTitle: 'Escolher contas',
  accounts: 'Páginas e contas',
  renews: (connection: string) => `renova a conexão “${connection}”`,
  link: 'Vincular',
  linked: 'Facebook/Instagram vinculado',
  notLinkedTitle: 'Contas que não foram vinculadas',
  editTitle: (name: string) => `Conta da Meta de “${name}”`,
  saved: 'Conta da Meta salva',
  verified: 'A Meta entrega as mensagens desta conta.',
  notVerified: 'A Meta ainda não entregou nenhuma mensagem desta conta.',
  tokenGone: 'É preciso entrar de novo no Facebook.',
  humanAgent: 'Responder por 7 dias',
  humanAgentHelp:
    'Só se a Meta aprovou o recurso “Human Agent” para o app. As pessoas respondem até 7 dias depois da última mensagem; as mensagens automáticas, só nas primeiras 24 horas.',
  takesComments: 'Receber comentários',
  takesCommentsHelp:
    'Comentários nas publicações viram conversas. A primeira resposta vai em particular, uma só até a pessoa responder.',
}
