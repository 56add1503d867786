import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { SessionUser } from '../../../src/user/session/session.calls'

const start = Date.parse('2026-11-20T12:00:00.000Z')
const queues = { 1: 'Vendas', 2: 'Suporte', 3: 'Financeiro' } as const

/** A pending ticket in Vendas by default; higher ids are newer. */
export function ticketOf(id: number, part: Partial<TicketView> = {}): TicketView {
  const queueId = part.queueId === undefined ? 1 : part.queueId
  const at = new Date(start + id * 1000).toISOString()
  return {
    id,
    uuid: `uuid-${id}`,
    status: 'pending',
    queueId,
    queue: queueId === null ? null : { id: queueId, name: queues[queueId as 1] ?? '', color: '#0b7285' },
    contactId: id,
    contact: {
      id,
      name: `Contato ${id}`,
      number: `55119888800${id}`,
      email: '',
      urlPicture: '',
      active: true,
      disableBot: false,
      acceptAudioMessage: true,
      lgpdAcceptedAt: null,
      isGroup: false,
      tags: [],
    },
    channel: 'whatsapp',
    whatsappId: 1,
    whatsapp: { id: 1, name: 'Acme WhatsApp', groupAsTicket: 'disabled', status: 'CONNECTED' },
    userId: null,
    user: null,
    tags: [],
    lastMessage: 'Oi',
    lastMessageMark: null,
    unreadMessages: 1,
    isGroup: false,
    isBot: false,
    bot: null,
    useIntegration: false,
    amount: null,
    userRating: null,
    snoozedUntil: null,
    createdAt: at,
    updatedAt: at,
    ...part,
  }
}

/** An agent of Vendas. */
export function agentOf(part: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 2,
    companyId: 1,
    name: 'Bruno Lima',
    email: 'bruno@acme.test',
    profile: 'user',
    super: false,
    company: {
      id: 1,
      name: 'Acme',
      dueDate: '2999-12-31',
      language: 'pt',
      timeZone: 'America/Sao_Paulo',
      country: 'BR',
      subscription: 'to expire',
      active: true,
      daysLeft: 9999,
      companieSettings: {},
    },
    plan: {
      id: 1,
      name: 'Plano',
      users: 1,
      connections: 1,
      queues: 1,
      useWhatsapp: true,
      useFacebook: true,
      useInstagram: true,
      useCampaigns: true,
      useSchedules: true,
      useInternalChat: true,
      useExternalApi: true,
      useKanban: true,
      useOpenAi: true,
      useIntegrations: true,
    },
    queues: [{ id: 1, name: 'Vendas', color: '#0b7285' }],
    startWork: '00:00',
    endWork: '23:59',
    notifyWaiting: true,
    farewellMessage: '',
    allTicket: 'disable',
    allowGroup: false,
    allHistoric: 'disabled',
    allUserChat: 'disabled',
    userClosePendingTicket: 'disabled',
    showDashboard: 'disabled',
    allowRealTime: 'disabled',
    allowConnections: 'disabled',
    defaultTheme: 'light',
    defaultMenu: 'open',
    defaultTicketsManagerWidth: 404,
    language: 'pt',
    phone: '',
    whatsappId: null,
    profileImage: '',
    helpCount: 0,
    ...part,
  }
}
