import type { Recurrence } from '../../../src/platform/company/company.contract'
import { planFeatures } from './plan-features'
import { recordTexts } from './record'

const recurrences: Record<Recurrence, string> = {
  MENSAL: 'Mensal',
  BIMESTRAL: 'Bimestral',
  TRIMESTRAL: 'Trimestral',
  SEMESTRAL: 'Semestral',
  ANUAL: 'Anual',
}

export const company = {
  ...recordTexts({ one: 'empresa', gender: 'f' }),
  title: 'Empresas',
  searchPlaceholder: 'Buscar por nome ou e-mail',
  emptyTitle: 'Nenhuma empresa',
  emptyText: 'As empresas que usam a plataforma aparecem aqui.',
  importOther: 'Importar de outro sistema',
  muted: 'Silenciada',
  copy: 'Cópia',
  mutedHelp: 'Nenhuma conexão abre e nenhum trabalho automático é executado.',
  columns: {
    nameAndEmail: 'Empresa e e-mail',
    id: 'ID',
    status: 'Ativa',
    plan: 'Plano',
    amount: 'Valor',
    createdAt: 'Criada em',
    dueDate: 'Vencimento',
    lastLogin: 'Último acesso',
    folderSize: 'Pasta',
    files: 'Arquivos',
    folderUpdated: 'Pasta atualizada',
  },
  recurrences,
  abovePlan: 'Acima do plano',
  usedOf: (name: string, used: string, most: string) => `${name}: ${used} de ${most}`,
  notIncluded: (feature: string) => `${feature}: não incluído`,
  /** What a plan limits or includes. */
  planLimits: { users: 'Usuários', connections: 'Conexões', queues: 'Filas', ...planFeatures },
  daysLeft: (days: number) => {
    if (days === 0) return 'vence hoje'
    if (days < 0) return days === -1 ? 'venceu ontem' : `venceu há ${-days} dias`
    return days === 1 ? 'vence amanhã' : `em ${days} dias`
  },
  never: 'Nunca',
  ofPlan: (percent: number) => `${percent}% do plano`,
  stored: (size: string, messages: string, tickets: string, contacts: string) =>
    `Na última medição: ${size}, ${messages} mensagens, ${tickets} atendimentos e ${contacts} contatos.`,
  notMeasured: 'Ainda não medida',
  folder: (size: string, files: string) => `${size} · ${files} ${files === '1' ? 'arquivo' : 'arquivos'}`,
  created: 'Operação realizada com sucesso!',
  saved: 'Operação realizada com sucesso!',
  saveHint: 'Confira se já existe uma empresa com este nome ou se ficou algum campo sem preencher.',
  tabs: { label: 'Seções do cadastro', general: 'Dados', subscription: 'Assinatura', settings: 'Configurações' },
  settingsHelp:
    'Os administradores da empresa mudam estas configurações. Aqui se decide apenas se ela pode criar usuários.',
  noText: '—',
  fields: {
    name: 'Nome',
    email: 'E-mail',
    newEmailHelp: 'Também o e-mail do primeiro administrador.',
    emailHelp: 'De contato. Não altera o e-mail com que os usuários entram.',
    password: 'Senha',
    passwordHelp:
      'Do primeiro administrador, que escolhe outra no primeiro acesso. Se ficar vazia, uma senha é gerada e mostrada uma única vez.',
    phone: 'Telefone',
    document: 'CPF ou CNPJ',
    street: 'Endereço',
    city: 'Cidade',
    state: 'Estado',
    language: 'Idioma',
    timeZone: 'Fuso horário',
    timeZoneHelp: 'Se ficar vazio, usamos o do idioma.',
    status: 'Ativa',
    statusHelp: 'Quando desativada, as conexões param e as pessoas veem apenas as páginas de pagamento.',
    plan: 'Plano',
    dueDate: 'Vencimento',
    dueDateHelp: 'Se ficar vazio, vence após um período de cobrança a partir de hoje.',
    recurrence: 'Recorrência',
    paymentMethod: 'Forma de pagamento',
    agents: 'Atendentes contratados',
    connections: 'Conexões contratadas',
    agreedHelp: 'Para controle; os limites são os do plano.',
  },
  credentials: {
    title: 'Acesso do primeiro administrador',
    text: 'A senha foi gerada agora e não será mostrada de novo. Copie-a antes de fechar: o administrador escolhe outra no primeiro acesso.',
    copy: 'Copiar a senha',
    copied: 'Copiada',
  },
  renew: {
    action: 'Renovar',
    title: (name: string) => `Renovar ${name}?`,
    text: (from: string, to: string, recurrence: string) => `O vencimento passa de ${from} para ${to} (${recurrence}).`,
    stillPast: (to: string) =>
      `Mesmo renovada, a empresa continuaria vencida. A partir de hoje, o vencimento seria ${to}.`,
    until: (day: string) => `Renovar até ${day}`,
    done: (name: string, day: string) => `${name} renovada até ${day}`,
  },
  signOut: {
    action: 'Encerrar sessões',
    title: (name: string) => `Encerrar as sessões de ${name}?`,
    text: 'Todas as pessoas da empresa saem agora e entram de novo com a senha. O trabalho não salvo se perde. A empresa vê este registro na sua auditoria.',
    done: (count: number) => (count === 1 ? '1 sessão encerrada' : `${count} sessões encerradas`),
  },
  mute: {
    action: 'Silenciar',
    undo: 'Reativar',
    title: (name: string) => `Silenciar ${name}?`,
    text: 'As conexões são fechadas sem desparear e os trabalhos automáticos esperam até a reativação. As pessoas continuam atendendo, e os administradores veem um aviso acima de cada tela. O WhatsApp guarda as mensagens e as entrega depois.',
    done: (name: string) => `${name} foi silenciada`,
    undone: (name: string) => `${name} foi reativada`,
  },
  firstKept: 'A empresa inicial não pode ser excluída.',
  ownKept: 'Você não pode excluir a empresa em que trabalha.',
  deleteTitle: (name: string) => `Excluir a empresa ${name}?`,
  deleteText: (folder?: string) =>
    `Usuários, contatos, conversas, conexões, a pasta${folder ? ` (${folder})` : ''} e os backups são apagados para sempre. Exporte antes o que for preciso. Um relatório assinado fica no servidor, em erased.`,
  deleted: 'Operação realizada com sucesso!',
}
