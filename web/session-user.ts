/** The signed-in person as every answer of sign-in, refresh and `GET /auth/me` carries them. */
export interface SessionUser {
  id: number
  companyId: number
  name: string
  email: string
  profile: 'admin' | 'user'
  super: boolean
  company: SessionCompany
  plan: PlanFlags
  queues: SessionQueue[]
  defaultTheme: Theme
  defaultMenu: 'open' | 'closed'
  /** Sees tickets without a queue. */
  allTicket: 'enable' | 'disable'
  allowGroup: boolean
  allHistoric: Toggle
  allUserChat: Toggle
  userClosePendingTicket: Toggle
  showDashboard: Toggle
  allowRealTime: Toggle
  allowConnections: Toggle
  startWork: string
  endWork: string
  profileImage: string | null
  whatsappId: number | null
  defaultTicketsManagerWidth: number
  language: string | null
}

export type Theme = 'light' | 'dark'
export type Toggle = 'enabled' | 'disabled'

export interface SessionCompany {
  id: number
  name: string
  /** A day, `YYYY-MM-DD`, or an ISO moment. */
  dueDate: string | null
  language?: string | null
  timeZone?: string | null
}

export interface SessionQueue {
  id: number
  name: string
  color: string
}

/** What the company's plan includes. */
export interface PlanFlags {
  useCampaigns: boolean
  useKanban: boolean
  useOpenAi: boolean
  useIntegrations: boolean
  useSchedules: boolean
  useInternalChat: boolean
  useExternalApi: boolean
  useFacebook: boolean
  useInstagram: boolean
  useWhatsapp: boolean
}
