import * as v from 'valibot'
import { Id, orInitial, textOrNone, wholeNumber } from '../kernel/http/body-values'
import { listUpTo } from '../kernel/http/request-parts'
import { nameText } from '../kernel/text/name-text.contract'

const Text = v.optional(textOrNone(4096), '')

export const newConnection = {
  name: nameText(2, 50),
  queueIds: orInitial(listUpTo(Id, 200), []),
  greetingMessage: Text,
  ratingMessage: Text,
  expiresTicketNPS: v.optional(wholeNumber(0, 60 * 24 * 365), 0),
}

const NewConnection = v.object(newConnection)
export type NewConnection = v.InferOutput<typeof NewConnection>
