import { recordTexts } from './record'

export const macro = {
  ...recordTexts({ one: 'macro', gender: 'f' }),
  title: 'Macros',
  emptyText:
    'Junte passos que você sempre repete, como responder, pôr uma tag e resolver, e execute todos de uma vez na conversa.',
  columns: {
    name: 'Nome',
    steps: 'Passos',
    user: 'Dono',
    shared: 'Visível',
  },
  noOwner: 'Sem dono',
  everyone: 'Todos usam',
  mine: 'Só eu uso',
  fields: {
    name: 'Nome',
    namePlaceholder: 'Ex.: Pagamento confirmado',
    steps: 'Passos',
    stepsHelp:
      'São executados nesta ordem, todos ou nenhum. Transferir, atribuir, iniciar um fluxo e resolver só podem ser o último.',
    text: 'Texto',
    variables: 'Variáveis:',
    tags: 'Tags',
    queue: 'Fila',
    priority: 'Prioridade',
    user: 'Atendente',
    flow: 'Fluxo',
    inactiveFlow: 'Inativo',
    url: 'Endereço',
    farewell: 'Enviar mensagem de despedida',
    shared: 'Visível para todos',
    sharedHelp: 'Os colegas a usam, mas só você e os administradores a alteram.',
  },
  deleteText: 'Ela some da lista e da conversa de quem a usa. Essa ação não pode ser desfeita.',
}
