import type { Json } from './graph-server.types'

export interface GraphPage {
  id: string
  name: string
  token: string
  instagram?: { id: string; username: string; name: string }
}

export interface GraphPerson {
  /** Page-scoped, or scoped by the Instagram account. */
  id: string
  firstName: string
  lastName: string
  username?: string
  isHidden?: boolean
}

/** Messages with the latest first, as Meta lists them. */
export interface GraphConversation {
  id: string
  updated_time: string
  messages: Json[]
}

export interface PageSend {
  pageId: string
  mid: string
  body: Json
}

export interface PageState {
  appId: string
  user: { id: string; token: string; longToken: string }
  /** Codes of the login dialog that were not exchanged yet, with the address that the dialog returned to. */
  codes: Map<string, string>
  pages: GraphPage[]
  people: Map<string, GraphPerson>
  /** Fields by page that the app is subscribed to. */
  subscribed: Map<string, string[]>
  sent: PageSend[]
  attachments: Map<string, { platform: string; type: string; bytes: Uint8Array; mimeType: string }>
  /** When a person last wrote, in ms since 1970. */
  wroteAt: Map<string, number>
  /** Messages that can be answered by quoting them. */
  mids: Set<string>
  answeredComments: Set<string>
  /** The person of Messenger behind a comment, by its id. */
  commenters: Map<string, string>
  hasHumanAgent: boolean
  /** When the access to people's data ends, in seconds since 1970, by a page's token; 0 for never. */
  accessEnds: Map<string, number>
  /** Files of messages and pictures of people, by name. */
  files: Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>
  /** Conversations before the page was linked, by account. */
  past: Map<string, GraphConversation[]>
  /** Sends no echo of what the app sends. */
  isSilent: boolean
}

export const graphPages: readonly GraphPage[] = [
  {
    id: '104217645912345',
    name: 'Casa Aurora',
    token: 'EAAGpagetokenofcasaaurora0000001',
    instagram: { id: '17841405309211844', username: 'casa.aurora', name: 'Casa Aurora' },
  },
  { id: '104217645954321', name: 'Aurora Outlet', token: 'EAAGpagetokenofauroraoutlet0000002' },
]

export const graphPeople: readonly GraphPerson[] = [
  { id: '6543217890123456', firstName: 'Marta', lastName: 'Lopes' },
  { id: '6543217890129999', firstName: 'Nuno', lastName: 'Reis', isHidden: true },
  { id: '5566778899001122', firstName: 'Iara', lastName: 'Souza', username: 'iara.souza' },
]

export const createPageState = (): PageState => ({
  appId: '1517776481860111',
  user: {
    id: '10215432167890123',
    token: 'EAAGshortusertoken00000000000001',
    longToken: 'EAAGlongusertoken000000000000002',
  },
  codes: new Map(),
  pages: graphPages.map((page) => ({ ...page })),
  people: new Map(graphPeople.map((person) => [person.id, person])),
  subscribed: new Map(),
  sent: [],
  attachments: new Map(),
  wroteAt: new Map(),
  mids: new Set(),
  answeredComments: new Set(),
  commenters: new Map(),
  hasHumanAgent: false,
  accessEnds: new Map(),
  files: new Map(),
  past: new Map(),
  isSilent: false,
})
