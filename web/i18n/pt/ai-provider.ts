import { recordTexts } from './record'

export const aiProvider = {
  ...recordTexts({ one: 'provedor', gender: 'm' }),
  title: 'Provedores de IA',
  searchPlaceholder: 'Buscar provedor',
  emptyText:
    'Os agentes de IA usam os modelos de um provedor, como OpenAI, Gemini ou Groq. Adicione o seu com a chave de API.',
  columns: { id: 'ID', name: 'Nome', address: 'Endereço da API', models: 'Modelos' },
  service: 'Serviço',
  otherService: 'Outro serviço',
  otherServiceHelp: 'Qualquer API compatível com a da OpenAI',
  addressHelp: 'O endereço base da API, até antes de /chat/completions.',
  apiKey: 'Chave de API',
  apiKeyHelp: 'É armazenada com criptografia e não é mostrada de novo.',
  apiKeyKept: 'Deixe vazio para manter a chave atual, que não é mostrada.',
  asking: 'Buscando modelos…',
  modelCount: (count: number) => (count === 1 ? '1 modelo' : `${count} modelos`),
  askedAt: (at: string) => `Lista atualizada em ${at}`,
  refresh: 'Atualizar modelos',
  refreshing: 'A lista de modelos está sendo atualizada',
  errors: {
    keyRefused: 'Chave recusada',
    notFound: 'Sem lista de modelos',
    refusedAddress: 'Endereço não permitido',
    unreachable: 'Sem resposta',
    unreadableKey: 'Chave ilegível',
  },
  errorHelp: {
    keyRefused: 'O provedor não aceitou a chave de API. Confira-a e salve de novo.',
    notFound: 'O endereço respondeu, mas não com uma lista de modelos. Confira o endereço.',
    refusedAddress: 'O endereço não é público. Quem administra o servidor pode liberá-lo.',
    unreachable: 'O provedor não respondeu. Uma nova tentativa é feita em uma hora.',
    unreadableKey: 'A chave foi guardada por outro servidor. Informe-a de novo.',
  },
  deleteText: 'A chave e a lista de modelos são apagadas. Essa ação não pode ser desfeita.',
}
