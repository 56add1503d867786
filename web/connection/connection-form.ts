import * as v from 'valibot'
import { ConnectionBody, type ConnectionView } from '../../src/connection/connection.contract'

const tokenLength = 30
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const { entries } = ConnectionBody

/** An emptied number is 0. */
function orNought<Schema extends v.GenericSchema<number, number>>(schema: Schema) {
  return v.pipe(
    v.nullable(v.number()),
    v.transform((number) => number ?? 0),
    schema,
  )
}

const Fields = v.object({
  name: entries.name,
  isDefault: v.boolean(),
  allowGroup: v.boolean(),
  groupAsTicket: v.boolean(),
  queueIds: entries.queueIds.wrapped,
  timeCreateNewTicket: orNought(entries.timeCreateNewTicket.wrapped),
  token: entries.token.wrapped,
  greetingMessage: entries.greetingMessage.wrapped,
  complationMessage: entries.complationMessage.wrapped,
  ratingMessage: entries.ratingMessage.wrapped,
  maxUseBotQueuesNPS: orNought(entries.maxUseBotQueuesNPS.wrapped),
  expiresTicketNPS: orNought(entries.expiresTicketNPS.wrapped),
})

export type ConnectionValues = v.InferInput<typeof Fields>

export const connectionTabs = {
  general: ['name', 'isDefault', 'allowGroup', 'groupAsTicket', 'queueIds', 'timeCreateNewTicket', 'token'],
  messages: ['greetingMessage', 'complationMessage'],
  rating: ['ratingMessage', 'maxUseBotQueuesNPS', 'expiresTicketNPS'],
} as const satisfies Record<string, readonly (keyof ConnectionValues)[]>

/** What the server asks, told before anything is sent. `rates`: the company asks for ratings. */
export function connectionSchema(rates: boolean) {
  return v.pipe(
    Fields,
    v.forward(
      v.check(({ queueIds, greetingMessage }) => queueIds.length < 2 || greetingMessage.trim() !== '', 'required'),
      ['greetingMessage'],
    ),
    v.forward(
      v.check(({ ratingMessage }) => !rates || ratingMessage.trim() !== '', 'required'),
      ['ratingMessage'],
    ),
    v.forward(
      v.check(({ expiresTicketNPS }) => !rates || expiresTicketNPS > 0, 'required'),
      ['expiresTicketNPS'],
    ),
  )
}

export function newConnection(): ConnectionValues {
  return {
    ...{ name: '', isDefault: false, allowGroup: false, groupAsTicket: false, queueIds: [], timeCreateNewTicket: 0 },
    ...{ greetingMessage: '', complationMessage: '', ratingMessage: '', maxUseBotQueuesNPS: 3, expiresTicketNPS: 0 },
    token: newToken(),
  }
}

export function valuesOf(connection: ConnectionView): ConnectionValues {
  const { name, isDefault, allowGroup, groupAsTicket, queueIds, timeCreateNewTicket, token = '' } = connection
  const { greetingMessage, complationMessage, ratingMessage, maxUseBotQueuesNPS, expiresTicketNPS } = connection
  return {
    ...{ name, isDefault, allowGroup, queueIds, timeCreateNewTicket, token },
    ...{ greetingMessage, complationMessage, ratingMessage, maxUseBotQueuesNPS, expiresTicketNPS },
    groupAsTicket: groupAsTicket === 'enabled',
  }
}

/** As the calls spell it. */
export function bodyOf({ groupAsTicket, ...values }: v.InferOutput<typeof Fields>) {
  return { ...values, groupAsTicket: groupAsTicket ? 'enabled' : 'disabled' }
}

export function newToken(): string {
  const bytes = new Uint8Array(1)
  let token = ''
  while (token.length < tokenLength) {
    const [byte = 255] = crypto.getRandomValues(bytes)
    // Beyond the last whole round of letters some would come up more often than others.
    if (byte < 248) token += letters[byte % letters.length]
  }
  return token
}
