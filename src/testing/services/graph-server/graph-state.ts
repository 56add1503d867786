import type {
  AcceptedMessage,
  GraphCall,
  GraphFailures,
  GraphMedia,
  GraphPhone,
  GraphTemplate,
  Json,
} from './graph-server.types'

import type { PageState } from './page-state'
import type { SignupState } from './signup-state'

export interface GraphState {
  phones: GraphPhone[]
  tokens: Set<string>
  /** The app's setting "Require app secret". */
  requiresProof: boolean
  /** WhatsApp Business Accounts that an app was subscribed to. */
  subscribed: Set<string>
  calls: GraphCall[]
  accepted: AcceptedMessage[]
  /** Ids of customers' messages that were marked as read, with what was shown. */
  read: { messageId: string; typing: boolean }[]
  media: Map<string, GraphMedia>
  templates: GraphTemplate[]
  /** Open upload sessions of the app, and the handles of complete files. */
  uploads: Map<string, { type: string; size: number }>
  handles: Set<string>
  failures: GraphFailures
  pages: PageState
  signup: SignupState
  /** Errors reported by webhook for messages to these recipients. */
  undeliverable: Map<string, number>
  /** The ids of people whose number has another form than the one written, such as in Mexico. */
  waIds: Map<string, string>
  alterMedia(answer: Json): Json
  now(): number
  nextId(): number
}

export const noFailures = (): GraphFailures => ({
  status: 0,
  code: 0,
  message: '',
  details: '',
  subcode: undefined,
  times: Infinity,
  headers: {},
  only: /./,
  delayMs: 0,
  silent: '',
  nonsense: false,
})

export function problem(status: number, code: number, message: string, details = '', subcode?: number) {
  const error: Json = {
    message: `(#${code}) ${message}`,
    type: 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    ...(details ? { error_data: { messaging_product: 'whatsapp', details } } : {}),
    fbtrace_id: 'Atestonly',
  }
  return Response.json({ error }, { status })
}

export const invalidToken = () =>
  Response.json(
    {
      error: {
        message: 'Error validating access token: The session has been invalidated.',
        type: 'OAuthException',
        code: 190,
        error_subcode: 460,
        fbtrace_id: 'Atestonly',
      },
    },
    { status: 401 },
  )

export const unknownObject = (id: string) =>
  problem(
    400,
    100,
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions`,
    '',
    33,
  )

export const invalidParameter = (details: string) => problem(400, 100, 'Invalid parameter', details)
