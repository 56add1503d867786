import { recordTexts } from './record'

/** Texts of the quick replies screen. */
export const quickMessage = {
  ...recordTexts({ one: 'resposta rápida', gender: 'f', short: 'resposta' }),
  title: 'Respostas rápidas',
  searchPlaceholder: 'Buscar por atalho ou texto',
  emptyText: 'Guarde textos e arquivos que você envia sempre e use-os digitando / na conversa.',
  filter: 'Mostrar',
  all: 'Todas as que vejo',
  mine: 'Só as minhas',
  columns: { shortcode: 'Atalho', message: 'Mensagem', attachment: 'Anexo', user: 'Dono', status: 'Status' },
  noOwner: 'Sem dono',
  visibility: { geral: 'Geral: todos usam e editam', visao: 'Todos usam', own: 'Só o dono usa' },
  readOnly: (owner: string) => `Só ${owner} e administradores podem alterar esta resposta.`,
  readTitle: 'Resposta rápida',
  fields: {
    shortcode: 'Atalho',
    shortcodeHelp: 'Na conversa, digite / e o atalho.',
    shortcodePlaceholder: 'Ex.: pix',
    message: 'Mensagem',
    variables: 'Variáveis:',
    attachment: 'Anexo',
    attachmentHelp: 'Um arquivo de até 16 MB, enviado com a mensagem.',
    visao: 'Visível para todos',
    visaoHelp: 'Os colegas a usam, mas só você e os administradores a alteram.',
    geral: 'Geral',
    geralHelp: 'Os colegas também podem alterá-la.',
    ownerDecides: 'Só o dono e os administradores decidem quem a vê.',
  },
  deleteTitle: (shortcode: string) => `Excluir a resposta “/${shortcode}”?`,
  deleteText: 'Ela some da lista e da conversa de quem a usa. Essa ação não pode ser desfeita.',
}
