import { recordTexts } from './record'

export const help = {
  ...recordTexts({ one: 'vídeo', gender: 'm' }),
  pageTitle: 'Ajuda',
  play: (title: string) => `Assistir: ${title}`,
  noneTitle: 'Nenhum vídeo ainda',
  noneText: 'Os vídeos de ajuda publicados aparecem aqui.',
  title: 'Vídeos de ajuda',
  searchPlaceholder: 'Buscar por título',
  emptyText: 'O que for publicado aqui aparece na página Ajuda de todas as empresas.',
  columns: { title: 'Título', description: 'Descrição', video: 'Vídeo', createdAt: 'Criado em' },
  videoHelp: 'O endereço do vídeo no YouTube ou o seu código de 11 caracteres.',
  created: 'Operação realizada com sucesso!',
  saved: 'Operação realizada com sucesso!',
  saveHint: 'Confira se já existe um vídeo com este título ou se ficou algum campo sem preencher.',
  deleteText: 'Ele some da página Ajuda de todas as empresas. Essa ação não pode ser desfeita.',
  deleted: 'Operação realizada com sucesso!',
}
