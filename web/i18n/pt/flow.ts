/** Texts of the list of conversation flows. */
export const flow = {
  title: 'Fluxos de conversa',
  add: 'Adicionar Fluxo',
  emptyTitle: 'Nenhum fluxo ainda',
  emptyText:
    'Um fluxo conversa com o contato sozinho: faz perguntas, mostra um menu e entrega o atendimento à fila certa.',
  searchPlaceholder: 'Buscar fluxos',
  nothingFound: 'Nenhum fluxo encontrado',
  columns: { name: 'Nome', status: 'Status', schedule: 'Horário' },
  active: 'Ativo',
  inactive: 'Desativado',
  activeOf: (name: string) => `Fluxo ${name} ativo`,
  lastError: (when: string) => `Última falha ${when}`,
  failures: {
    flowLoop: 'O fluxo deu voltas demais sem esperar resposta.',
    flowNoStart: 'O fluxo não tem início.',
    flowIncompleteNode: 'Uma etapa incompleta foi pulada:',
    flowMissingFile: 'Um arquivo não existe mais e não foi enviado:',
    flowFileTooLarge: 'Um arquivo é grande demais para o canal e não foi enviado:',
    flowUnknownQueue: 'A fila de uma etapa não existe mais. Código:',
    flowUnknownTag: 'A tag de uma etapa não existe mais. Código:',
    flowUnknownAgent: 'O agente de uma etapa não existe mais. Código:',
    other: 'Uma etapa do fluxo falhou.',
  },
  editAction: 'Editar fluxo',
  actions: {
    rename: 'Editar nome',
    duplicate: 'Duplicar',
    schedule: 'Definir horário',
    import: 'Importar',
    export: 'Exportar',
  },
  addTitle: 'Adicionar fluxo',
  editTitle: 'Editar nome do fluxo',
  created: 'Fluxo criado com sucesso',
  saved: 'Fluxo salvo com sucesso',
  duplicated: 'Fluxo duplicado com sucesso',
  fields: {
    name: 'Nome',
    namePlaceholder: 'Ex.: Boas-vindas',
    start: 'Início',
    end: 'Fim',
  },
  scheduleTitle: (name: string) => `Horário de “${name}”`,
  scheduleHelp:
    'Nas conexões que usam este fluxo por horário, ele atende as novas conversas neste período. O fim pode ser no dia seguinte. Deixe os dois vazios para não ter horário.',
  scheduled: 'Agendamento com sucesso.',
  imported: 'Importado com sucesso!',
  importing: {
    title: (name: string) => `Importar para “${name}”`,
    text: 'O desenho do arquivo substitui o atual, que continua no histórico de versões. Filas e tags são reconhecidas pelo nome.',
    choose: 'Escolher arquivo',
    openFlow: 'Abrir fluxo',
    chooseAgain: (count: number) =>
      count === 1
        ? 'Um ponto do fluxo precisa ser escolhido de novo, como uma fila ou um arquivo.'
        : `${count} pontos do fluxo precisam ser escolhidos de novo, como filas ou arquivos.`,
  },
  deleteTitle: (name: string) => `Excluir o fluxo “${name}”?`,
  deleteText: 'Todas as integrações relacionadas serão perdidas.',
  deleteAction: 'Excluir',
  deleted: 'Fluxo excluído com sucesso',
}
