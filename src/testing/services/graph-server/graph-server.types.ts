export type Json = Record<string, unknown>

export interface GraphPhone {
  id: string
  businessAccountId: string
  displayNumber: string
  verifiedName: string
  quality: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
  tier: string
  /** Fields that this version of Graph does not have. */
  missing?: readonly string[]
  /** Not registered with the Cloud API yet. */
  isUnregistered?: boolean
  /** In the WhatsApp Business app, too. */
  isInApp?: boolean
  /** Of two-step verification. */
  pin?: string
}

export interface GraphCall {
  /** Such as `POST /1234/messages`, without the version. */
  line: string
  token: string
  query: Record<string, string>
  body: Json
}

export interface AcceptedMessage {
  id: string
  phoneId: string
  /** The phone number or the business-scoped user id. */
  to: string
  body: Json
  atMs: number
}

export interface GraphMedia {
  id: string
  phoneId: string
  type: string
  name: string
  bytes: Uint8Array
}

type TemplateStatus = 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED'

export interface GraphTemplate {
  id: string
  businessAccountId: string
  name: string
  language: string
  category: string
  status: TemplateStatus
  quality: string
  components: Json[]
}

/** What goes wrong until `recover` is called or `times` have failed. */
export interface GraphFailures {
  status: number
  code: number
  message: string
  details: string
  times: number
  headers: Record<string, string>
  subcode: number | undefined
  /** Only calls whose line matches fail. */
  only: RegExp
  delayMs: number
  /** Never answers. `after`: executes the request first. */
  silent: '' | 'before' | 'after'
  nonsense: boolean
}

export interface Change {
  field: string
  value: Json
}
