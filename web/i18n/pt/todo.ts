/** Texts of the personal to-do list. */
export const todo = {
  title: 'Lista de tarefas',
  newTask: 'Nova tarefa',
  editTask: 'Editar tarefa',
  add: 'Adicionar',
  save: 'Salvar',
  cancel: 'Cancelar',
  emptyTitle: 'Nenhuma tarefa',
  emptyText: 'Anote aqui o que precisa fazer. A lista fica só neste navegador.',
  full: 'A lista chegou a 500 tarefas. Exclua alguma para adicionar outra.',
  createdAt: (at: string) => `Criada em ${at}`,
  updatedAt: (at: string) => `Alterada em ${at}`,
  editOf: (text: string) => `Editar: ${text}`,
  deleteOf: (text: string) => `Excluir: ${text}`,
  deleted: 'Tarefa excluída',
  undo: 'Desfazer',
  notKept: 'O navegador não guardou a tarefa: falta espaço para os dados deste site.',
}
