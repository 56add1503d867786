import { recordTexts } from './record'

export const apiToken = {
  ...recordTexts({ one: 'chave de API', gender: 'f', short: 'chave' }),
  title: 'Chaves de API',
  emptyText:
    'Programas usam uma chave para enviar mensagens ou ler atendimentos e contatos, só com as permissões que ela tem.',
  columns: { lastUsed: 'Último uso', createdBy: 'Criada por' },
  fields: {
    currentPassword: 'A sua senha',
    currentPasswordHelp: 'Uma chave abre os dados da empresa sem senha. Por isso confirmamos que é você.',
    name: 'Nome',
    namePlaceholder: 'Ex.: Loja virtual',
    scopes: 'Permissões',
    connections: 'Conexões',
    connectionsHelp: 'Vazio vale para todas. Limita os envios e os atendimentos.',
    expiresOn: 'Validade',
    expiresOnHelp: 'Vale até o fim deste dia. Sem data, vale até ser excluída.',
  },
  scopes: {
    'messages:send': 'Enviar mensagens',
    'tickets:read': 'Ler atendimentos',
    'contacts:read': 'Ler contatos',
    'contacts:write': 'Criar e alterar contatos',
  },
  allConnections: 'Todas',
  never: 'Sem validade',
  expired: 'Vencida',
  unused: 'Nunca usada',
  days: (days: number) => `${days} dias`,
  made: {
    title: (name: string) => `Chave “${name}” criada`,
    text: 'Copie agora: ela não será mostrada de novo. Quem a tem age em nome da empresa.',
    token: 'Chave',
    copy: 'Copiar chave',
    copied: 'Chave copiada',
  },
  deleteText: 'Programas que usam esta chave param de funcionar agora.',
}
