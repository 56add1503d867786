import { appSecretWrong } from '../meta-login.contract'
import type { GraphError } from './graph-error'
import { ChannelError, type ChannelReport } from '../../channel'
import { objectOf } from '../../../kernel/untyped-json.contract'

type Closure = Extract<ChannelReport, { type: 'closed' }>

const tokenCodes = [190, 10, 200]
/** Locked or restricted: it takes calls, but sends nothing. */
const accountCodes = [368, 131031]
const limitCodes = [4, 17, 32, 613, 80001, 80002, 80006, 80007, 130429]
/** Too many messages to one recipient: one every six seconds is allowed. */
const recipientLimitCode = 131056
const recipientWaitMs = 6_000
/** Meta's own failures, and too many calls at once: nothing was sent. They may concern a single message, so others go on. */
export const temporaryWaitMs = 5_000
const temporaryCodes = [2, 1200, 131000, 131016, 131057, 133004]

export function closureOf(error: GraphError): Closure {
  const message = error.isWrongProof ? appSecretWrong : textOf(error)
  const needsUser = endsSession(error) || accountCodes.includes(error.code) || isUnknownNumber(error)
  return { type: 'closed', reason: needsUser ? 'unusable' : 'lost', message }
}

export const endsSession = ({ code, subcode, isWrongProof }: GraphError) =>
  isWrongProof || (tokenCodes.includes(code) && !isOfConversation(subcode))

/** A permission's code with such a subcode, such as 2018278 after the reply window. */
const isOfConversation = (subcode: number) => (subcode >= 2_018_000 && subcode < 2_019_000) || subcode === 1_893_063

/** "Unsupported request": no such number, or no access to it. */
const isUnknownNumber = ({ code, subcode }: GraphError) => code === 100 && subcode === 33

export function channelErrorOf(error: GraphError): ChannelError {
  const message = textOf(error)
  if (error.code === recipientLimitCode) return new ChannelError('limited', message, recipientWaitMs)
  if (limitCodes.includes(error.code) || error.status === 429) return new ChannelError('limited', message)
  if (temporaryCodes.includes(error.code) || error.isBusy) return new ChannelError('limited', message, temporaryWaitMs)
  if (error.status === 0) return new ChannelError(error.isUnsent ? 'offline' : 'uncertain', message)
  return new ChannelError(error.isUnsent ? 'refused' : 'uncertain', message)
}

const textOf = ({ code, subcode, message, details }: GraphError) =>
  errorText({ code: (isOfConversation(subcode) ? subcode : code) || undefined, message, error_data: { details } })

interface MetaError {
  code?: unknown
  title?: unknown
  message?: unknown
  error_data?: unknown
}

/** Returns Meta's code and sentence, such as `131047 More than 24 hours have passed`. */
export function errorText({ code, title, message, error_data: data }: MetaError): string {
  const details = objectOf(data)['details']
  const sentence = [details, message, title].find((text) => typeof text === 'string' && text !== '')
  return [typeof code === 'number' ? code : undefined, sentence].filter((part) => part !== undefined).join(' ')
}
