import { planFeatures } from './plan-features'
import { recordTexts } from './record'

export const plan = {
  ...recordTexts({ one: 'plano', gender: 'm' }),
  title: 'Planos',
  emptyTitle: 'Nenhum plano',
  emptyText: 'Os planos que as empresas podem assinar aparecem aqui.',
  columns: {
    name: 'Nome',
    id: 'ID',
    users: 'Usuários',
    connections: 'Conexões',
    queues: 'Filas',
    storageGb: 'Armazenamento',
    amount: 'Valor',
    isPublic: 'Público',
    features: 'Recursos',
  },
  public: 'Público',
  private: 'Privado',
  publicHelp: 'Oferecido no cadastro e na troca de plano.',
  unlimited: 'Ilimitado',
  storageHelp:
    'Arquivos e banco de dados da empresa. Ao atingir o limite, arquivos, importações e exportações esperam; textos e atendimentos continuam. Vazio: ilimitado.',
  limitsHelp:
    'Reduzir um limite não apaga nada: a empresa que estiver acima não pode adicionar mais, e as conexões acima dele funcionam até serem desconectadas.',
  allFeatures: 'Todos os recursos',
  noFeatures: 'Nenhum recurso',
  flags: planFeatures,
  created: 'Operação realizada com sucesso!',
  saved: 'Operação realizada com sucesso!',
  saveHint: 'Confira se já existe um plano com este nome ou se ficou algum campo sem preencher.',
  firstKept: 'O plano inicial não pode ser excluído.',
  deleted: 'Operação realizada com sucesso!',
}
