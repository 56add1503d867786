import type { Dialect } from '../../move-in/source/source'
import { at, type FamilyRow, type FamilyRows, type FamilySize, type Random, rowsOf } from './family-values'

/** bcrypt of `senha-antiga`. */
const passwordHash = '$2b$08$X5llUiCujOact.F7FrGNIOHsBFUIAgzbWF5nEhCLR3S4g2g5aSvHe'

const created = { createdAt: at('2021-03-01T12:00:00.120Z'), updatedAt: at('2021-03-01T12:00:00.120Z') }

/** Companies, people, queues, connections and what they have set. Ids of a company's records end in its number. */
export function organisationRows(dialect: Dialect, random: Random, { companies }: FamilySize): FamilyRows {
  const each = (make: (company: number) => FamilyRow[]) =>
    rowsOf(companies, (index) => ({ n: index + 1 })).flatMap(({ n }) => make(Number(n)))
  const inCompany = (company: number): FamilyRow => (dialect === 'C' ? {} : { companyId: company })
  const users = each((company) => [
    user(company * 10 + 1, `Ana ${company}`, `ana${company}@casa.test`, 'admin', inCompany(company)),
    user(company * 10 + 2, "Bruno D'Ávila", `bruno${company}@casa.test`, 'user', inCompany(company)),
    user(company * 10 + 3, 'Ana outra vez', `ANA${company}@casa.test`, 'user', inCompany(company)),
  ])
  if (dialect !== 'C') users.push(user(1, 'Admin', 'admin@admin.com', 'admin', { companyId: 1, super: true }))
  const shared: FamilyRows = {
    Users: users,
    Queues: each((company) => [
      queue(company * 10 + 1, 'Suporte', '#FF0000', company, inCompany(company)),
      queue(company * 10 + 2, 'suporte', '#ff0000', company, inCompany(company)),
      queue(company * 10 + 3, 'Vendas 💰', '#00ff00', company, inCompany(company)),
    ]),
    UserQueues: each((company) => [
      { userId: company * 10 + 1, queueId: company * 10 + 1, ...created },
      { userId: company * 10 + 2, queueId: company * 10 + 2, ...created },
    ]),
    Whatsapps: each((company) => [
      { ...connection(company * 10 + 1, `Loja ${company}`, true), ...inCompany(company), ...tokens(dialect, company) },
      { ...connection(company * 10 + 2, `Matriz\t${company}`, false), ...inCompany(company) },
    ]),
    WhatsappQueues: each((company) => [{ whatsappId: company * 10 + 1, queueId: company * 10 + 1, ...created }]),
    Settings: each((company) => [
      setting(dialect, company * 10 + 1, 'userCreation', company === 1 ? 'enabled' : 'disabled', inCompany(company)),
      setting(dialect, company * 10 + 2, 'aSettingNobodyKnows', '{"a":"\\n"}', inCompany(company)),
      ...(dialect === 'C' ? [] : [setting(dialect, company * 10 + 3, 'scheduleType', 'queue', inCompany(company))]),
    ]),
  }
  if (dialect === 'C') {
    return { ...shared, QuickAnswers: [{ id: 1, shortcut: 'oi', message: 'Olá!\nComo posso ajudar?', ...created }] }
  }
  return { ...shared, ...companyRows(dialect, companies), ...ruleRows(dialect, random, each) }
}

const user = (id: number, name: string, email: string, profile: string, more: FamilyRow): FamilyRow => ({
  id,
  name,
  email,
  passwordHash,
  profile,
  tokenVersion: 2,
  ...created,
  ...more,
})

const queue = (id: number, name: string, color: string, company: number, more: FamilyRow): FamilyRow => ({
  id,
  name,
  color,
  greetingMessage: company === 1 ? 'Bem-vindo, {{name}}!\r\n1 - Voltar' : null,
  ...created,
  ...more,
})

const connection = (id: number, name: string, isDefault: boolean): FamilyRow => ({
  id,
  name,
  isDefault,
  status: isDefault ? 'CONNECTED' : 'DISCONNECTED',
  session: isDefault ? '{"creds":{"noiseKey":{"private":{"type":"Buffer","data":"AAEC\\/w=="}}}}' : '',
  qrcode: null,
  plugged: null,
  retries: 0,
  greetingMessage: 'Oi \\o/ 👋',
  ...created,
})

const tokens = (dialect: Dialect, company: number): FamilyRow =>
  dialect === 'C'
    ? {}
    : { token: `api-token-${company}`, provider: 'beta', channel: 'whatsapp', complationMessage: 'Até logo' }

const setting = (dialect: Dialect, id: number, key: string, value: string, more: FamilyRow): FamilyRow => ({
  ...(dialect === 'C' ? {} : { id }),
  key,
  value,
  ...created,
  ...more,
})

function companyRows(dialect: Dialect, companies: number): FamilyRows {
  return {
    Plans: [
      {
        id: 1,
        name: 'Plano 1',
        users: 10,
        connections: 10,
        queues: 10,
        ...(dialect === 'T' ? { value: 49.9 } : { amount: '49,90' }),
        ...created,
      },
    ],
    Companies: rowsOf(companies, (index) => ({
      id: index + 1,
      name: index === 0 ? 'Casa "Aurora" & Filhos' : `Empresa ${index + 1}`,
      phone: '5511999990000',
      email: `empresa${index + 1}@casa.test`,
      planId: 1,
      status: index % 2 === 0,
      dueDate: dialect === 'T' ? '2093-03-14' : at('2093-03-14T03:00:00Z'),
      schedules: [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }],
      ...created,
    })),
    Invoices: [
      { id: 1, detail: 'Plano 1', status: 'paid', value: 49.9, dueDate: '2025-01-10', companyId: 1, ...created },
    ],
  }
}

function ruleRows(
  dialect: Dialect,
  random: Random,
  each: (make: (company: number) => FamilyRow[]) => FamilyRow[],
): FamilyRows {
  const flow = {
    nodes: [
      { id: 'a', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Início' } },
      { id: 'b', type: 'teleport', position: { x: 1e21, y: -0.5 }, data: { url: '\\u0041', sec: "it's" } },
    ],
    connections: [{ source: 'a', sourceHandle: 'a', target: 'b', id: 'a-b' }],
  }
  return {
    Tags: each((company) => [
      { id: company * 10 + 1, name: 'VIP', color: '#A4CCCC', companyId: company, kanban: 0, ...created },
      { id: company * 10 + 2, name: 'vip', color: '#a4cccc', companyId: company, kanban: 1, ...created },
    ]),
    QuickMessages: each((company) => [
      {
        id: company,
        shortcode: 'pix',
        message: 'Chave: {{name}}\t\\N',
        companyId: company,
        userId: company * 10 + 1,
        ...created,
      },
    ]),
    QueueOptions: each((company) => [
      {
        id: company * 10 + 1,
        title: 'Segunda via',
        message: 'Aguarde',
        option: '1',
        queueId: company * 10 + 1,
        ...created,
      },
      {
        id: company * 10 + 2,
        title: 'Boleto',
        message: '',
        option: '1',
        queueId: null,
        parentId: company * 10 + 1,
        ...created,
      },
    ]),
    Schedules: each((company) => [
      {
        id: company * 10 + 1,
        body: 'Já passou',
        sendAt: at('2022-01-01T10:00:00Z'),
        status: 'PENDENTE',
        contactId: company * 1000 + 1,
        companyId: company,
        userId: company * 10 + 1,
        ...created,
      },
      {
        id: company * 10 + 2,
        body: 'Ainda vem 🎂',
        sendAt: at('2099-12-31T23:59:59.999Z'),
        status: 'PENDENTE',
        contactId: company * 1000 + 1,
        companyId: company,
        userId: company * 10 + 1,
        ...created,
      },
    ]),
    Campaigns: each((company) => [
      {
        id: company,
        name: `Campanha ${random.below(100)}`,
        message1: 'Oi {nome}',
        status: 'EM_ANDAMENTO',
        companyId: company,
        contactListId: company,
        ...created,
      },
    ]),
    ContactLists: each((company) => [{ id: company, name: 'Clientes', companyId: company, ...created }]),
    ContactListItems: each((company) => [
      {
        id: company,
        name: 'Zé',
        number: '5511987654321',
        email: '',
        contactListId: company,
        companyId: company,
        ...created,
      },
    ]),
    ...(dialect === 'G' && {
      FlowBuilders: each((company) => [
        {
          id: company,
          user_id: company * 10 + 1,
          name: 'Boas-vindas',
          active: true,
          flow,
          company_id: company,
          ...created,
        },
      ]),
      FlowCampaigns: each((company) => [
        {
          id: company,
          companyId: company,
          userId: company * 10 + 1,
          name: 'Promo',
          flowId: company,
          phrase: 'quero',
          status: true,
          whatsappIds: `[${company * 10 + 1}]`,
          ...created,
        },
      ]),
      CompaniesSettings: each((company) => [
        { id: company, companyId: company, userRating: 'enabled', chatBotType: 'text', ...created },
      ]),
    }),
  }
}
