/** Texts of the queues screen and its dialog. */
export const queue = {
  title: 'Filas',
  add: 'Adicionar fila',
  emptyTitle: 'Nenhuma fila ainda',
  emptyText: 'Filas separam os atendimentos por setor, como Vendas e Suporte.',
  columns: { id: 'ID', name: 'Nome', color: 'Cor', order: 'Ordenação', greeting: 'Mensagem de saudação' },
  noGreeting: 'Sem saudação',
  addTitle: 'Adicionar fila',
  editTitle: 'Editar fila',
  fields: {
    name: 'Nome',
    namePlaceholder: 'Ex.: Vendas',
    color: 'Cor',
    order: 'Ordenação',
    orderHelp: 'As filas aparecem do menor número para o maior.',
    greeting: 'Mensagem de saudação',
    greetingHelp: 'Enviada quando o contato escolhe esta fila.',
  },
  created: 'Fila criada com sucesso',
  saved: 'Fila salva com sucesso',
  deleteTitle: (name: string) => `Excluir a fila “${name}”?`,
  deleteText: (count: number) =>
    `${count === 0 ? 'Nenhum atendimento em andamento está nela.' : count === 1 ? '1 atendimento em andamento fica sem fila.' : `${count} atendimentos em andamento ficam sem fila.`} Usuários e conexões deixam de usá-la. Isto não pode ser desfeito.`,
  deleteAction: 'Excluir fila',
  deleted: 'Fila excluída com sucesso',
}
