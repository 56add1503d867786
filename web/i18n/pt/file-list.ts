import { recordTexts } from './record'

export const fileList = {
  ...recordTexts({ one: 'lista de arquivos', gender: 'f', short: 'lista' }),
  title: 'Listas de arquivos',
  emptyText: 'Reúna aqui catálogos, tabelas e fotos que as filas e o chatbot enviam sozinhos.',
  columns: { name: 'Nome', message: 'Mensagem', files: 'Arquivos' },
  files: (count: number) => (count === 1 ? '1 arquivo' : `${count} arquivos`),
  missing: (count: number) => (count === 1 ? '1 sem arquivo' : `${count} sem arquivo`),
  fields: {
    name: 'Nome',
    namePlaceholder: 'Ex.: Catálogo de verão',
    message: 'Mensagem',
    messageHelp: 'Enviada antes dos arquivos. Aceita variáveis, como {{firstName}}.',
    options: 'Arquivos',
    optionsHelp: 'São enviados nesta ordem, cada um com a sua legenda.',
    addOption: 'Adicionar arquivo',
    file: 'Arquivo',
    caption: 'Legenda',
    tooLargeFor: (channels: string) => `Não é enviado por: ${channels}`,
  },
  deleteText: (queues: readonly string[]) =>
    `${queues.length === 0 ? 'Nenhuma fila a envia.' : `Deixa de ser enviada por: ${queues.join(', ')}.`} Os arquivos dela são apagados; os que já foram enviados ficam nas conversas. Essa ação não pode ser desfeita.`,
}
